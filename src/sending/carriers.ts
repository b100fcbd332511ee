import { type DestinationConfig, destinationTools } from '../core/destinations/destination-tools.js';
import { createMailer } from '../mail/mail.js';
import type { Carriers } from './carrier.js';
import { REQUEST_BOUNDS } from './guarded-request.js';
import { mailCarrier } from './mail-carrier.js';
import { slackCarrier } from './slack.js';
import { webhookCarrier } from './webhook.js';

/** What the configuration says of how events are carried. */
interface CarrierConfig extends DestinationConfig {
  /** Where people reach the service. */
  linkBaseUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

/** What mail needs of the process. */
type MailNeeds = Pick<Parameters<typeof mailCarrier>[0], 'database' | 'log'>;

/** How this process carries events to each kind of destination; mail only where a mail server is configured. */
export function createCarriers(config: CarrierConfig, needs: MailNeeds): Carriers {
  const { secrets, ...guard } = destinationTools(config);
  const http = { guard: { ...guard, bounds: REQUEST_BOUNDS }, secrets };
  const { linkBaseUrl: baseUrl, mailFrom } = config;
  const sendMail = createMailer(config);
  const mail = sendMail && mailCarrier({ ...needs, sendMail, baseUrl, mailFrom });
  return { webhook: webhookCarrier(http), slack: slackCarrier(http), mail };
}
