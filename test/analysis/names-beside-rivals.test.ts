import { namedIn, subject } from './read.js';

/** A name that is a word, the tracked rivals, and a text in which that name heads an entry beside one of theirs. */
const BESIDE_RIVALS: readonly [shape: string, name: string, rivals: string[], text: string][] = [
  [
    'dashes',
    'Keeper',
    ['1Password'],
    '- 1Password Business (great admin tools)\n- Keeper Enterprise (strong for audits)',
  ],
  ['dashes', 'Keeper', ['Bitwarden'], 'Some of them:\n\n- Keeper\n- Bitwarden\n- the vault of the browser'],
  [
    'dashes',
    'Slack',
    ['Mattermost'],
    '- Slack — chat for teams\n- Mattermost — chat on your own servers\n- Email — still alive',
  ],
  ['dashes', 'Linear', ['Jira'], '- Linear (fast and tidy)\n- Jira (can do anything)\n- spreadsheets (no, thanks)'],
  [
    'dashes, run together',
    'Keeper',
    ['1Password'],
    'Compared - 1Password   - Pros: neat   - Cons: paid - Keeper / NordPass   - Pros: strict   - Cons: dear',
  ],
  [
    'numbers',
    'Dash',
    ['Instacart'],
    '1. Instacart: groceries within the hour\n2. Dash: meals from nearby\n3. Your corner shop: on foot',
  ],
  [
    'numbers',
    'Square',
    ['Stripe'],
    '1. **Stripe** for code\n2. **Square (in person)** at the counter\n3. **Cash** in a drawer',
  ],
  ['numbers', 'Monday', ['Asana'], '1. Asana (tasks)\n2. Monday Business (boards)\n3. Sticky notes (paper)'],
  [
    'numbers, run together',
    'Keeper',
    ['Bitwarden'],
    'Picks:  1.  **Bitwarden**     *   **Cost:** free  2.  **Keeper Security**     *   **Cost:**' +
      ' paid  3.  **Paper**     *   **Cost:** none',
  ],
  [
    'bold heads',
    'Keeper',
    ['1Password', 'Bitwarden'],
    '**1Password:** Polished.\n\n**Keeper Security:** Offers strict rules.\n\n**Paper:** Gets ' +
      'lost.\n\n**Memory:** Fades.',
  ],
  [
    'bold heads',
    'Keeper',
    ['Bitwarden'],
    '* **Bitwarden:** Open source.\n* **Keeper:** Offers much to firms.\n* **Paper:** Cheap.\n' +
      '* **Memory:** Cheaper.\n* **Luck:** Free.',
  ],
  [
    'bold heads',
    'Notion',
    ['Evernote'],
    '- **Evernote**: old\n- **Notion Teams**: wide\n- **Paper**: no battery\n- **Index cards**: tidy',
  ],
  [
    'bold heads',
    'Apple',
    ['Samsung'],
    '- **Samsung** – bright\n- **Apple (iPhone)** – smooth\n- **Landlines** – loud\n- **Letters** – slow',
  ],
  [
    'bold heads, run together',
    'Keeper',
    ['Dashlane'],
    '**Top Recommendations:**  *   **Dashlane:** Smooth.     *   **Price:** high  *   **Keeper:**' +
      ' Offers much.     *   **Price:** high',
  ],
  [
    'bold heads, alone below its title',
    'Keeper',
    ['Bitwarden'],
    '## Best\n\n- **Bitwarden:** Open source.\n\n## Also good\n\n- **Keeper (Paid):** Offers much.',
  ],
  [
    'a table',
    'Keeper',
    ['1Password'],
    '| Tool | Price |\n|---|---|\n| 1Password | high |\n| Keeper | high |\n| Paper | low |\n| Memory | none |',
  ],
  [
    'a table',
    'Square',
    ['Stripe'],
    '| Seller | Fee |\n|---|---|\n| Square Plus | 2 % |\n| Cash | none |\n| Barter | none |\n| Stripe | 3 % |',
  ],
  [
    'columns of a table',
    'Keeper',
    ['Bitwarden'],
    '| Question | Keeper | Bitwarden |\n|---|---|---|\n| Is it open? | no | yes |',
  ],
  [
    'columns of a table',
    'Linear',
    ['Jira', 'Asana'],
    '| | Jira | Asana | Linear |\n|---|---|---|---|\n| fast | no | yes | yes |',
  ],
  [
    'headings',
    'Keeper',
    ['Bitwarden'],
    '## Bitwarden\n\nOpen.\n\n## Keeper Business\n\nStrict.\n\n## How we tested\n\nLong.\n\n## What to ask\n\nMuch.',
  ],
  [
    'headings',
    'Monday',
    ['Asana'],
    '### 1. Asana\n\nTasks.\n\n### 2. Monday\n\nBoards.\n\n### Is it worth it\n\nYes.\n\n### Next steps\n\nTry.',
  ],
  [
    'headings, numbered',
    'Notion',
    ['Obsidian Notes'],
    '### 1. Obsidian Notes\n\nLocal.\n\n### 2. Notion (cloud)\n\nShared.\n\n### Tips\n\nFew.',
  ],
  ['prose', 'Keeper', ['1Password'], 'Ask your admin whether Keeper Families or 1Password Families is paid for.'],
  ['prose', 'Keeper', ['1Password'], 'Any of Keeper, 1Password and a notebook will do.'],
  ['prose', 'Keeper', ['Bitwarden'], 'For most people: Keeper (closed source) or Bitwarden (open source).'],
  ['prose', 'Linear', ['Jira'], 'Teams with a backlog pick Jira Cloud, Linear or nothing at all.'],
  ['prose', 'Square', ['Adyen'], 'Payments: Square Plus, Adyen Terminal and cash.'],
  [
    'lines of text',
    'Keeper',
    ['Bitwarden'],
    'Bitwarden: open source\n\nKeeper: strict\n\nPaper: cheap\n\nMemory: cheaper',
  ],
  [
    'lines of text',
    'Slack',
    ['Mattermost'],
    'Slack: chat that everybody knows.\nMattermost: chat of your own.\nEmail: slow.\nPhone: loud.',
  ],
  ['lines of text', 'Dash', ['Instacart'], 'Dash – meals\n\nInstacart – groceries\n\nFeet – free\n\nBike – fast'],
  [
    'no tracked rival, a candidate',
    'Keeper',
    [],
    '- Bitwarden (open source)\n- Keeper Enterprise (strict)\n- Paper (cheap)\n- **KeePassXC**: local',
  ],
];

describe('a name that is a word is found once where a rival heads an entry of the same list', () => {
  test.each(BESIDE_RIVALS)('%s: %s', (_shape, name, rivals, text) => {
    expect(namedIn(text, name, ...rivals)).toEqual([name]);
  });
});

/** Texts that hold the word as a word, near entries that rivals head. */
const WORDS: readonly [why: string, name: string, rivals: string[], text: string][] = [
  [
    'a label among the rivals',
    'Price',
    ['Bitwarden'],
    '- **Bitwarden**: open\n- **Price**: low\n- **Setup**: easy\n- **Verdict**: good',
  ],
  [
    'a word with an ending',
    'Portability',
    ['Bitwarden'],
    '- **Bitwarden**: open\n- **Portability**: good\n- **Limits**: few\n- **Setup**: easy',
  ],
  [
    'the answer writes it small',
    'Support',
    ['Bitwarden'],
    'Ask for support.\n\n- **Bitwarden**: open\n- **Support**: by mail\n- **Speed**: high\n' +
      '- **Limits**: few\n- **Trust**: earned',
  ],
  [
    'another list of the answer',
    'Square',
    ['Stripe'],
    '- Stripe\n- Adyen\n\nWhat shape is the reader?\n\n- Square: sits flat\n- Round: rolls away\n' +
      '- Oval: both\n- Flat: neither\n- Long: slides',
  ],
  [
    'what is said of an entry',
    'Slack',
    ['Asana'],
    '- Asana\n  - Slack: leave some in the plan\n  - Buffer: the same\n  - Order: by day\n- Paper\n  - Order: none',
  ],
  [
    'the same, run together',
    'Travel',
    ['1Password'],
    'Picks:  1.  **1Password**     *   **Speed:** high     *   **Limits:** few     *   **Trust:**' +
      ' earned     *   **Travel:** it hides vaults     *   **Price:** high     *   **Storage:** large ' +
      '    *   **Alarms:** loud',
  ],
  [
    'a sentence of its own',
    'Keeper',
    ['Bitwarden'],
    '- Bitwarden is open.\n- Keeper of your keys is you.\n- Paper burns.\n- Memory fades.',
  ],
  [
    'a longer name',
    'Linear',
    ['Wolfram'],
    '- Wolfram (solves it)\n- Linear Regression (fits a line)\n- Guessing (quick)\n- Waiting (slow)',
  ],
  [
    'a hyphen',
    'Apple',
    ['Samsung'],
    '- Samsung: bright\n- Apple-shaped lamps: round\n- Candles: warm\n- Torches: handy',
  ],
  ['a question', 'Notion', ['Evernote'], '- Evernote?\n- Notion of order?\n- Plain paper?\n- None of it?'],
  ['a plan of a rival', 'Business', ['1Password'], 'Compare 1Password Families, Business and Teams.'],
  ['two plans of a rival', 'Teams', ['LastPass'], '- LastPass Business / Teams\n- Paper\n- Memory'],
  [
    'a word for an order',
    'Export',
    ['Bitwarden'],
    '- Bitwarden: open\n- Export/import: by hand\n- Paper: burns\n- Memory: fades\n- Luck: ends',
  ],
  [
    'a word before a rival',
    'Secure',
    ['Bitwarden', 'Dashlane'],
    '- Dashlane (paid)\n- Secure Bitwarden (free)\n- Safe Paper\n- Mere Luck',
  ],
  [
    'columns of values',
    'Square',
    ['Polaroid'],
    '| Maker | Shape |\n|---|---|\n| Polaroid | Square |\n| Kodak | Wide |',
  ],
];

describe('a word is not found where no entry of a list is headed by it as by a name', () => {
  test.each(WORDS)('%s', (_why, name, rivals, text) => {
    expect(namedIn(text, name, ...rivals)).toEqual([]);
  });
});

describe('a name that is a web address', () => {
  test.each([
    ['X.com', 'The game X-COM is old, and x-com has fans.', []],
    ['X.com', 'It moved to X.com, or x.com.', ['X.com', 'x.com']],
    ['Booking.com', 'A booking-com voucher, from Booking.com.', ['Booking.com']],
    ['Dr. Martens', 'Dr-Martens and Dr. Martens are shoes.', ['Dr-Martens', 'Dr. Martens']],
  ])('%s has its dot, and no hyphen in place of it: %s', (name, text, found) => {
    expect(namedIn(text, subject(name))).toEqual(found);
  });
});
