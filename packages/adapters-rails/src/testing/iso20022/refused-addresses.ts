/** Why banks refuse addresses of a written pain.001 (EPC153-22 v2.1), one sentence for each fault. */
export function refusedAddressesIn(xml: string): readonly string[] {
  return [...xml.matchAll(/<PstlAdr>(.*?)<\/PstlAdr>/g)].flatMap(([, address]) => {
    const values = (name: string): readonly string[] =>
      [...address!.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))].map((match) => match[1]!.toLowerCase());
    const [town] = values('TwnNm');
    const lines = values('AdrLine');
    return [
      ...(town === undefined ? ['has no TwnNm'] : []),
      ...(values('Ctry').length === 0 ? ['has no Ctry'] : []),
      ...(lines.length > 2 ? [`has ${lines.length} lines`] : []),
      ...(town !== undefined && lines.some((line) => line.includes(town)) ? ['repeats the town in a line'] : []),
    ];
  });
}
