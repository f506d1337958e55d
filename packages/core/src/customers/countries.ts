/** The 249 codes that ISO 3166-1 assigns. */
const ISO_3166 = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA
  GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
  KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD
  SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA
  VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;

/**
 * Kosovo: ISO 3166-1 has no code for it. Banks, payment systems and the European Union use `XK`, which the standard leaves
 * to its users.
 */
const KOSOVO = 'XK';

export const COUNTRIES: ReadonlySet<string> = new Set([...ISO_3166.split(/\s+/), KOSOVO]);

/**
 * Countries and territories without postal codes, or with codes that are not in general use. Source: the addressing systems
 * of the Universal Postal Union, as of 2026.
 */
export const WITHOUT_POSTAL_CODES: ReadonlySet<unknown> = new Set(
  [
    'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN KP LC LY ML',
    'MO MR MW NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TG TK TL TO TT TV TZ UG VC VU YE ZW',
  ]
    .join(' ')
    .split(' '),
);

/** The European Economic Area: the 27 members of the European Union, Iceland, Liechtenstein and Norway. */
const EEA: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Whether a region obliges customers to verify their contacts and to confirm payments: docs/areas/sca.md. */
export const isScaRegulated = (region: string | null): boolean => region !== null && EEA.has(region);
