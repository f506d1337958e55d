// Older versions of Node read this file too, so it uses nothing that is new.
const OLDEST = [20, 19];

/** Why a version of Node cannot run Corridor, or null. */
export function refusalOf(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `Corridor needs Node ${OLDEST.join('.')} or later, and this is Node ${version}`;
}
