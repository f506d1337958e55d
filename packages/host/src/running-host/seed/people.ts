import { plain } from './bank-accounts.js';
import type { Chance } from './chance.js';

export interface Country {
  readonly code: string;
  /** The currency of its customers. */
  readonly currency: 'USD' | 'EUR' | 'GBP' | 'MXN' | 'BRL' | 'INR';
  readonly callingCode: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly streets: readonly string[];
  /** Town, state and postal code. */
  readonly towns: readonly (readonly [string, string, string])[];
  /** What a business does, and the form of its name. */
  readonly trades: readonly string[];
  readonly form: string;
}

/** Invented names of common parts: none is meant to be a person or a business that exists. */
export const COUNTRIES: readonly Country[] = [
  {
    code: 'US',
    currency: 'USD',
    callingCode: '1415555',
    first: ['Maya', 'Owen', 'Hazel', 'Caleb', 'Nora', 'Julian', 'Ivy', 'Theo'],
    last: ['Whitlock', 'Barlow', 'Ferris', 'Langley', 'Okafor', 'Reyes', 'Sandoval', 'Tran'],
    streets: ['Alder Street', 'Harbor Avenue', 'Prairie Road', 'Juniper Lane'],
    towns: [
      ['Portland', 'OR', '97205'],
      ['Madison', 'WI', '53703'],
      ['Tucson', 'AZ', '85701'],
    ],
    trades: ['Timber', 'Analytics', 'Cycles', 'Roasters'],
    form: 'LLC',
  },
  {
    code: 'GB',
    currency: 'GBP',
    callingCode: '447700900',
    first: ['Imogen', 'Callum', 'Freya', 'Rhys', 'Priya', 'Alistair', 'Bronwen', 'Dev'],
    last: ['Thornbury', 'Ashdown', 'Mistry', 'Penhale', 'Calder', 'Nwosu', 'Lyle', 'Harker'],
    streets: ['Mill Lane', 'Castle Street', 'Station Road', 'Orchard Close'],
    towns: [
      ['Bristol', 'England', 'BS1 4DJ'],
      ['Leeds', 'England', 'LS1 5DL'],
      ['Dundee', 'Scotland', 'DD1 3BP'],
    ],
    trades: ['Textiles', 'Instruments', 'Books', 'Bakeries'],
    form: 'Ltd',
  },
  {
    code: 'DE',
    currency: 'EUR',
    callingCode: '4915112',
    first: ['Jonas', 'Leonie', 'Emre', 'Klara', 'Matthis', 'Aylin', 'Ruben', 'Femke'],
    last: ['Brandhorst', 'Yildiz', 'Kessler', 'Vollmer', 'Nowak', 'Ritter', 'Albers', 'Seidel'],
    streets: ['Lindenweg', 'Hafenstraße', 'Kirchgasse', 'Am Markt'],
    towns: [
      ['Leipzig', 'SN', '04109'],
      ['Bremen', 'HB', '28195'],
      ['Mainz', 'RP', '55116'],
    ],
    trades: ['Maschinen', 'Optik', 'Möbel', 'Druck'],
    form: 'GmbH',
  },
  {
    code: 'MX',
    currency: 'MXN',
    callingCode: '525512',
    first: ['Ximena', 'Emilio', 'Regina', 'Joaquín', 'Abril', 'Bruno', 'Itzel', 'Mateo'],
    last: ['Barragán', 'Cisneros', 'Olvera', 'Pacheco', 'Villaseñor', 'Zamora', 'Lozano', 'Ibarra'],
    streets: ['Calle Jacaranda', 'Avenida Hidalgo', 'Calle del Sol', 'Paseo de las Flores'],
    towns: [
      ['Ciudad de México', 'CMX', '06600'],
      ['Guadalajara', 'JAL', '44100'],
      ['Mérida', 'YUC', '97000'],
    ],
    trades: ['Textiles', 'Agroexportadora', 'Logística', 'Cerámica'],
    form: 'SA de CV',
  },
  {
    code: 'BR',
    currency: 'BRL',
    callingCode: '5511912',
    first: ['Helena', 'Thiago', 'Larissa', 'Caio', 'Beatriz', 'Otávio', 'Yara', 'Rafael'],
    last: ['Monteiro', 'Figueiredo', 'Sampaio', 'Teles', 'Barreto', 'Queiroz', 'Nogueira', 'Pires'],
    streets: ['Rua das Palmeiras', 'Avenida Central', 'Rua do Porto', 'Travessa da Serra'],
    towns: [
      ['São Paulo', 'SP', '01310-100'],
      ['Recife', 'PE', '50030-000'],
      ['Curitiba', 'PR', '80010-000'],
    ],
    trades: ['Café', 'Software', 'Calçados', 'Energia'],
    form: 'Ltda',
  },
  {
    code: 'IN',
    currency: 'INR',
    callingCode: '919812',
    first: ['Ananya', 'Rohan', 'Meera', 'Kabir', 'Ishita', 'Farhan', 'Tara', 'Vikram'],
    last: ['Deshpande', 'Menon', 'Chawla', 'Banerjee', 'Qureshi', 'Gowda', 'Bhatt', 'Iyer'],
    streets: ['Lake View Road', 'Temple Street', 'Ring Road', 'Garden Lane'],
    towns: [
      ['Pune', 'MH', '411001'],
      ['Kochi', 'KL', '682001'],
      ['Jaipur', 'RJ', '302001'],
    ],
    trades: ['Garments', 'Systems', 'Spices', 'Components'],
    form: 'Pvt Ltd',
  },
];

export const nameIn = (chance: Chance, { first, last }: Country): string => `${chance.of(first)} ${chance.of(last)}`;

export const businessNameIn = (chance: Chance, { last, trades, form }: Country): string =>
  `${chance.of(last)} ${chance.of(trades)} ${form}`;

export function addressIn(chance: Chance, { code, streets, towns }: Country) {
  const [city, state, postalCode] = chance.of(towns);
  return { line1: `${1 + chance.under(180)} ${chance.of(streets)}`, city, state, postalCode, country: code };
}

/** In the ranges for drama and documentation where a country has one. */
export const phoneIn = (chance: Chance, { callingCode }: Country): string =>
  `+${callingCode}${chance.digits(callingCode.startsWith('4477') ? 3 : callingCode.startsWith('1') ? 4 : 6)}`;

export const emailOf = (chance: Chance, name: string): string => `${plain(name)}.${chance.digits(3)}@example.com`;

export function birthDate(chance: Chance): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${1955 + chance.under(48)}-${two(1 + chance.under(12))}-${two(1 + chance.under(28))}`;
}
