import { err, isHouse, ok, textField, toIso } from '../../kernel/index.js';
import { outsideAction, saying } from '../../operators/index.js';
import type { UmaArea } from '../../uma/index.js';

const ROTATED = {
  domain: textField({ label: 'UMA domain', maxLength: 253, option: { value: 'NAME', meaning: 'The UMA domain' } }),
};

export interface UmaActionPorts {
  readonly uma: {
    readonly serve: Pick<UmaArea['serve'], 'keys'>;
    readonly keys: UmaArea['keys'];
  };
}

/** The keys are read and made in units of their own. Runs in a house tenant, because hosts serve the domains. */
export const umaActions = ({ uma }: UmaActionPorts) => ({
  'uma.rotate-keys': outsideAction({
    title: 'Replace the UMA certificates of a domain',
    words: saying('Replace the UMA certificates', ({ input }) => `Replace the UMA certificates of ${input.domain}`),
    role: 'ADMIN',
    // The certificates are those of the service, and no platform or customer acts with them.
    effects: [],
    byMasterKey: true,
    input: ROTATED,
    subject: ({ domain }) => domain.toLowerCase(),
    async perform({ tenant }, input) {
      if (!isHouse(tenant)) return err('FORBIDDEN', 'certificates are replaced in a house tenant only');
      const domain = input.domain.toLowerCase();
      const known = await uma.serve.keys(domain);
      if (!known.ok) return known;
      const output = { activeFrom: await uma.keys.rotate(domain) };
      return ok({ output, after: { activeFrom: toIso(output.activeFrom) } });
    },
  }),
});
