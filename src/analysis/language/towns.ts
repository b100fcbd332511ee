/** Towns whose names are words, first names or known brands as well; the others are nobody's brand. */
const TOWNS: ReadonlySet<string> = new Set(
  `Bath Battle Bend Bergen Boulder Bristol Buffalo Bury Canton Columbia Cork Corona Deal Derby Dover Enterprise
  Eureka Flint Florence Geneva Grace Hartford Hull Independence Jackson Jersey Kent Lincoln Loveland Madison Mesa Mobile
  Mansfield Nice Norman Orange Orlando Paradise Phoenix Piedmont Poole Portland Providence Reading Rugby Sale Salem
  Sandwich Savannah Split Sterling Surprise Tours Victoria Ware Warren Wells Windsor York`.split(/\s+/),
);

/** States of the United States and countries of the United Kingdom, whose towns are written with them. */
const STATES: ReadonlySet<string> = new Set(
  `Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois
  Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana
  Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming
  England Scotland Wales`.split(/\s+/),
);

/** Whether a town is called so, of those that share their name with words or brands. */
export function isTown(name: string): boolean {
  return TOWNS.has(name);
}

export function isState(name: string): boolean {
  return STATES.has(name);
}
