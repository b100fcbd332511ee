import { pattern } from '../pattern.js';
import type { ListLead } from '../reading/segments.js';

const KIND = pattern`
  (?:carriers|providers|makers|brands|companies|firms|retailers|(?:neo)?banks|lenders|insurers|brokers|airlines|vendors
  |platforms|apps|browsers|operators|manufacturers|suppliers|marketplaces|startups|processors|agencies|publishers
  |chains|competitors|rivals|services|shops|stores)
`;
/** `Popular phone carriers:`, `Here are the banks that …`, not `Good apps share three traits:`. */
const ANNOUNCING = new RegExp(
  pattern`
    ^\W{0,4}(?:here are|these are|(?:consider|try|compare|look at)\b|(?:the|my|our|some|other|several|two|three|four
    |five|six|seven|eight|nine|ten|\d{1,2}|top|best|popular|leading|major|notable|recommended|well-known|good|great)\b)
    [^.:!?]{0,60}?\b${KIND}\b
    (?!\s(?:share|have|need|offer|provide|include|differ|do|should|must|will|can|charge|look|judge|ask|use)\b)
  `,
  'i',
);
/** The head of a column that holds companies. */
const COLUMN = new RegExp(
  pattern`
    ^\W{0,4}(?:carrier|provider|maker|brand|company|firm|retailer|(?:neo)?bank|lender|insurer|broker|airline|vendor
    |platform|app|browser|operator|manufacturer|supplier|competitor|service|shop|store)\W{0,4}$
  `,
  'i',
);

/** Whether what leads to a list, or heads its column, tells that its entries are companies or what they offer. */
export function announcesCompanies({ before, columnHead }: ListLead): boolean {
  return (columnHead !== null && COLUMN.test(columnHead)) || before.some((lead) => ANNOUNCING.test(lead));
}
