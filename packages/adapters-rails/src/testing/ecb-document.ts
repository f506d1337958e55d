/** The ECB's daily document in its real form, with a chosen day and chosen rates. */
export const ecbDocument = (
  day = '2025-10-10',
  cubes: string = CUBES,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${cubes}
		</Cube>
	</Cube>
</gesmes:Envelope>`;

export const RECORDED: Readonly<Record<string, string>> = {
  USD: '1.1568',
  JPY: '176.96',
  BGN: '1.9558',
  CZK: '24.348',
  DKK: '7.4671',
  GBP: '0.86968',
  HUF: '391.93',
  PLN: '4.2605',
  RON: '5.0905',
  SEK: '11.0055',
  CHF: '0.9303',
  ISK: '141.20',
  NOK: '11.6660',
  TRY: '48.3744',
  AUD: '1.7678',
  BRL: '6.2326',
  CAD: '1.6213',
  CNY: '8.2494',
  HKD: '9.0015',
  IDR: '19193.75',
  ILS: '3.8023',
  INR: '102.6120',
  KRW: '1653.92',
  MXN: '21.3206',
  MYR: '4.8852',
  NZD: '2.0173',
  PHP: '67.427',
  SGD: '1.5024',
  THB: '37.793',
  ZAR: '20.0286',
};

const CUBES = Object.entries(RECORDED)
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n');
