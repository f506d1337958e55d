export { type PersonalDataArea, personalDataArea } from './area.js';
export { type CaseExport, type CaseExportRequest, caseHeadOf, caseReadme } from './export-case.js';
export {
  type CustomerExport,
  type CustomerExportRequest,
  type ExportedDocument,
  type ExportedErasure,
  type PersonalDataPorts,
} from './export-customer.js';
export { erasedFields } from './erased-record.js';
export { type Erasing, erasingOf } from './erased-columns.js';
export { accountsOf, listed, searched, subjectsOf, type Whose } from './records-of-customer.js';
export { PERSONAL_DATA, placeOf } from './personal-data.js';
export type { Audience, PlaceOfData } from './place.js';
export type { ReadableRow } from './readable.js';
export type { ExportedSection } from './sections.js';
export { documentFileName, exportParts, exportReadme, headOf, sectionParts } from './written-export.js';
