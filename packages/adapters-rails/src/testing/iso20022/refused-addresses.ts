/** Why banks refuse addresses of a written pain.001 (EPC153-22 v2.1), one sentence for each fault. */
export function refusedAddressesIn(xml: string): readonly string[] {
  return [...xml.matchAll(/<PstlAdr>(.*?)<\/PstlAdr>/g)].flatMap(([, address]) => {
    const values = (name: string): readonly string[] =>
      [...address!.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'g'))].map((match) => match[1]!);
    const [town] = values('TwnNm');
    const [country] = values('Ctry');
    const lines = values('AdrLine');
    return [
      ...(town === undefined ? ['has no TwnNm'] : []),
      ...(country === undefined ? ['has no Ctry'] : []),
      ...(lines.length > 2 ? [`has ${lines.length} lines`] : []),
      ...(town !== undefined && lines.some((line) => line.toLowerCase().includes(town.toLowerCase()))
        ? ['repeats the town in a line']
        : []),
      ...(lines.some((line) => country !== undefined && new RegExp(`\\b${country}\\b`).test(line))
        ? ['repeats the country in a line']
        : []),
    ];
  });
}
