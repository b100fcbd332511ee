/** Words of general English that make a body's name of the word before them, or a person's title of it. */
const INSTITUTIONS =
  wordSet(`College University School Academy Institute Hospital Church Cathedral Street Avenue Road Boulevard Lane County City Town
  Village Park River Lake Island Islands Valley Mountain Mountains Beach Bay Canyon Creek Guard Army Navy Police Court Commission Committee
  Department Ministry Council Parliament Senate Treaty Act Prize Museum Library Airport Station`);
const SECTORS =
  wordSet(`Health Healthcare Medical Pharma Pharmaceuticals Therapeutics Biosciences Capital Bank Banking Financial Finance Insurance
  Energy Foods Media Entertainment Airlines Motors Construction Industries Logistics Partners Ventures Foundation Records Pictures Studios
  Electronics Heating Telecom Mobile Realty Properties Securities Beauty`);
const TITLES =
  wordSet(`President Vice Prime Minister King Queen Prince Princess General Captain Major Colonel Judge Justice Senator Governor Chairman
  Director Chief Pope Mayor Professor Doctor Sir Lady Lord Saint Secretary Chancellor Mister Uncle Aunt Father Mother Brother Sister`);
const CLAIMING_VERBS =
  wordSet(`offers offered provides provided makes made gives sells sold lets allows includes specializes specialises excels says said
  announced launched released delivers isn't doesn't hasn't acquired introduced recommends remains stands uses has also`);

const OPENERS =
  wordSet(`the a an this that these those your our my their its his her at from for with in on to by of and or but if when while though although
  like unlike both either neither only even also some many most other such as than because since so yet after before during try get choose
  consider visit check use buy shop see pick go avoid compare why how what who where which does do did is are was were has have can could will would
  should may might however overall finally here there including via using meanwhile additionally`);
const DETERMINERS = wordSet('the a an this that these those your my our their its his her');
const PREFIXES = wordSet('non anti pre post pro ex co');

/** A word that opens sentences and belongs to no name after it. */
export function isOpener(word: string): boolean {
  return OPENERS.has(word.toLowerCase());
}

/** What a verb is followed by (`Target your heart rate`), and a name hardly. */
export function isDeterminer(word: string): boolean {
  return DETERMINERS.has(word);
}

/** `non-Apple` speaks of Apple. */
export function isPrefix(word: string): boolean {
  return PREFIXES.has(word.toLowerCase());
}

export function isInstitution(word: string): boolean {
  return INSTITUTIONS.has(word);
}

/** What a company does, as a part of its name. */
export function isSector(word: string): boolean {
  return SECTORS.has(word);
}

export function isTitle(word: string): boolean {
  return TITLES.has(word);
}

/** A verb that is said of companies and products, after which an opening word was its subject. */
export function isClaimingVerb(word: string): boolean {
  return CLAIMING_VERBS.has(word.replace(/’/g, "'"));
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
