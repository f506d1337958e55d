import { createCustomer, digits } from './acts.js';
import type { Ending, Scenes, TypesOf } from './scene.js';
import type { Stage } from './stage.js';

const ROWS = 3;

/** A file of three persons, in a country by its code. */
function customersCsv(domain: string, country: string): Blob {
  const run = digits(8);
  const columns =
    'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country';
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const name = `scene-${run}-${index + 1}`;
    return `$${name}@${domain},${name},INDIVIDUAL,Ada Lovelace,1990-12-10,1 Main St,Springfield,IL,62701,${country}`;
  });
  return new Blob([`${[columns, ...rows].join('\r\n')}\r\n`], { type: 'text/csv' });
}

/** Imports a file. Its addresses need the domain of the platform, which a new customer shows. */
async function importFile(stage: Stage, country: string): Promise<Ending> {
  const { umaAddress } = await createCustomer(stage);
  const domain = umaAddress.slice(umaAddress.indexOf('@') + 1);
  const { jobId } = await stage.corridor.uploadCustomersCsv({ body: { file: customersCsv(domain, country) } });
  stage.tell(`import a file of ${ROWS} customers`, jobId);
  return { record: jobId };
}

export const BULK_UPLOADS: Scenes<TypesOf<'BULK_UPLOAD'>> = {
  'BULK_UPLOAD.COMPLETED': { plays: 'the import of a file of customers', play: (stage) => importFile(stage, 'US') },
  'BULK_UPLOAD.FAILED': {
    plays: 'the import of a file whose customers live in an unknown country',
    play: (stage) => importFile(stage, 'XX'),
  },
};
