/** Words of general English that make a body's name of the word before them, or a person's title of it. */
const INSTITUTIONS =
  wordSet(`College University School Academy Institute Hospital Church Cathedral Street Avenue Road Boulevard Lane
  County City Town Village Park River Lake Island Islands Valley Mountain Mountains Beach Bay Canyon Creek Guard Army
  Navy Police Court Commission Committee Department Ministry Council Parliament Senate Treaty Act Prize Museum Library
  Airport Station`);
const SECTORS =
  wordSet(`Health Healthcare Medical Pharma Pharmaceuticals Therapeutics Biosciences Capital Bank Banking Financial
  Finance Insurance Energy Foods Media Entertainment Airlines Motors Construction Industries Logistics Partners
  Ventures Foundation Records Pictures Studios Electronics Software Heating Telecom Mobile Realty Properties
  Securities Beauty`);
/** Of these, what companies have too: not `Street` or `County`. */
const OWN_INSTITUTIONS =
  wordSet(`University School College Academy Institute Museum Library Park Village Campus Station Prize Council
  Court Hospital`);
const TRAINING_BODIES = wordSet('Academy Campus');
/** What a company has beside its trade. */
const OWN_TRADES = wordSet('Ventures Foundation');
/** Units that are called after persons or are words as well. */
const UNITS =
  wordSet(`bar mole knot stone foot pound yard point inch mil square mark bit byte ounce gram volt ohm tesla newton
  pascal hertz kelvin watt joule gauss weber henry farad curie gray candela lumen lux mile cup acre pint quart carat
  degree ream dram rad mach`);
const TITLES =
  wordSet(`President Vice Prime Minister King Queen Prince Princess General Captain Major Colonel Judge Justice Senator
  Governor Chairman Director Chief Pope Mayor Professor Doctor Sir Lady Lord Saint Secretary Chancellor Mister Uncle
  Aunt Father Mother Brother Sister`);
/** What is studied, and what carries its name: `Law Journal`, `Business School`. */
const FIELDS = wordSet('Law Business Medical Divinity Political Economic Historical Literary Scientific Alumni');
const PUBLICATIONS = wordSet('Journal Review Press School Bulletin Quarterly Magazine Society');
/** Said of persons and gods alone; a `giant`, `leader` or `player` may be a company. */
const PERSON_NOUNS =
  wordSet(`god goddess deity demigod hero heroine prophet apostle emperor empress pharaoh philosopher poet novelist
  playwright author sculptor painter composer actor actress singer rapper comedian physicist mathematician astronomer
  historian journalist economist billionaire senator congressman`);
const WORKS = wordSet(
  'film movie novel book song album poem opera musical sitcom sculpture statue painting play episode documentary',
);
const COMPANY_WORDS = wordSet(
  `Inc Corp Corporation Company Group Holdings Labs Technologies Technology Software Systems Security Brands
  International Solutions Industries`,
);
/** What sellers call what they sell in grades, and their customers. */
const PLANS = wordSet(
  `Business Enterprise Premium Plus Free Basic Starter Standard Team Teams Family Families Personal Individual
  Professional Unlimited Ultimate Essentials Advanced Plan Plans Tier Edition Suite App Cloud`,
);
/** Titles that come before a person's or a storm's own name. */
const PERSONS = wordSet(
  `President Minister King Queen Prince Princess Senator Governor Pope Mayor Professor Sir Lady Lord Saint Uncle Aunt
  Hurricane Typhoon`,
);
const OF_PLACES = wordSet(
  'New North South East West Northern Southern Eastern Western Central Cape Mount Port Fort Lake San Santa Saint',
);
/** Companies that put their own name before brands which are known, and registered, without it. */
const OWNERS_OF_BRANDS = wordSet('Google Microsoft Apple Amazon Meta Facebook Samsung Sony Adobe Disney HBO');
const CLAIMING_VERBS =
  wordSet(`offers offered provides provided makes made gives sells sold lets allows includes specializes specialises
  excels says said announced launched released delivers isn't doesn't hasn't acquired introduced recommends remains
  stands uses has also`);

const OPENERS =
  wordSet(`the a an this that these those your our my their its his her at from for with in on to by of and or but if
  when while though although like unlike both either neither only even also some many most other such as than because
  since so yet after before during try get choose consider visit check use buy shop see pick go avoid compare why how
  what who where which does do did is are was were has have can could will would should may might however overall
  finally here there including via using meanwhile additionally no not against into over under about between within
  without across behind`);
const BODIES =
  wordSet(`University College School Academy Institute Church Diocese Bank Republic Kingdom District Province State
  City County Gulf Bay Port Isle Island Lake Mount Ministry Department Museum Bishop Duke Earl Prince Princess House
  Battle Treaty Colossus Temple Statue Lighthouse Siege Castle Palace Abbey`);
const ROLES =
  wordSet(`Founder Founders Cofounder Owner Owners Maker Makers Head Parent Subsidiary Part Fan Fans User Users
  Customer Customers Board Rivals Competitors Alternatives Version Range Team`);

const PEOPLE = wordSet(
  `man men woman women child children kid kids boy boys girl girls baby babies people parents mother father teacher
  editor buyer owner`,
);

const SINGULAR_VERBS = wordSet(
  `is was has can will isn't wasn't can't won't does did beats wins works comes costs supports`,
);
const PAST_VERBS =
  wordSet(`began came went took gave sold ran fell rose grew lost won held kept brought bought led sank sailed stood
  became broke drew flew wrote spoke`);
const PRONOUNS = wordSet('nothing everything something anything one none all each both');
const DETERMINERS = wordSet('the a an this that these those each every any no such your my our their its his her');

/** A word that opens sentences and belongs to no name after it. */
export function isOpener(word: string): boolean {
  return OPENERS.has(word.toLowerCase());
}

/** What a verb is followed by (`Target your heart rate`), and a name hardly. */
export function isDeterminer(word: string): boolean {
  return DETERMINERS.has(word);
}

/** `University of …`, `District of …`: the name after it is a part of the body's own. */
export function isBodyOf(word: string): boolean {
  return BODIES.has(word);
}

/** `Founder of …`, `Fans of …`: what follows is a name in its own right. */
export function isRole(word: string): boolean {
  return ROLES.has(word) || TITLES.has(word);
}

export function isInstitution(word: string): boolean {
  return INSTITUTIONS.has(word);
}

/** `HubSpot Academy`, `IKEA Museum`. */
export function isOwnInstitution(word: string): boolean {
  return OWN_INSTITUTIONS.has(word);
}

/** Where a company trains its customers. */
export function isTrainingBody(word: string): boolean {
  return TRAINING_BODIES.has(word);
}

/** `Salesforce Ventures`: a part of the company, whatever it does itself. */
export function isOwnTrade(word: string): boolean {
  return OWN_TRADES.has(word);
}

/** In lower case, of one. */
export function isUnit(lowerCase: string): boolean {
  return UNITS.has(lowerCase);
}

/** What a company does, as a part of its name. */
export function isSector(word: string): boolean {
  return SECTORS.has(word);
}

export function isTitle(word: string): boolean {
  return TITLES.has(word);
}

/** `Women's` and `Kids'` name the people that things are made for. */
export function isPeople(word: string): boolean {
  return PEOPLE.has(word.toLowerCase());
}

/** What follows a company's name as its last word. */
export function isCompanyWord(word: string): boolean {
  return COMPANY_WORDS.has(word);
}

/** `Business` of `Acme Business`, `Families` of `Acme Families`. */
export function isPlan(word: string): boolean {
  return PLANS.has(word);
}

/** `North Carolina`, `New Orleans`, `Cape Verde`: with a capital behind it, a place. */
export function isOfPlaces(word: string): boolean {
  return OF_PLACES.has(word);
}

/** `Hurricane Milton`, `King Arthur`. */
export function isPersonTitle(word: string): boolean {
  return PERSONS.has(word);
}

/** `the poet Homer`. */
export function isPersonNoun(word: string): boolean {
  return PERSON_NOUNS.has(word);
}

/** `the film “Up”`. */
export function isWork(word: string): boolean {
  return WORKS.has(word);
}

export function isFieldOfStudy(word: string): boolean {
  return FIELDS.has(word);
}

/** With a field of study before it, a body's or a paper's. */
export function isPublication(word: string): boolean {
  return PUBLICATIONS.has(word);
}

export function isOwnerOfBrands(word: string): boolean {
  return OWNERS_OF_BRANDS.has(word);
}

/** `Nothing has changed` says nothing of Nothing. */
export function isPronoun(word: string): boolean {
  return PRONOUNS.has(word.toLowerCase());
}

/** A verb in the past whose form tells it from a noun. */
export function isPastVerb(word: string): boolean {
  return PAST_VERBS.has(word);
}

/** A verb of one thing, said of a name or of a word that has no article. */
export function isSingularVerb(word: string): boolean {
  return SINGULAR_VERBS.has(word.replace(/’/g, "'"));
}

/** A verb that is said of companies and products, after which an opening word was its subject. */
export function isClaimingVerb(word: string): boolean {
  return CLAIMING_VERBS.has(word.replace(/’/g, "'"));
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
