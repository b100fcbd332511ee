import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { AlertSettingsView } from '../../core/alert-settings/alert-settings.js';
import type { AlertView } from '../../core/alerts/alerts.js';
import type { AlertEvidence, AlertSubject as Subject } from '../../core/alerts/evidence.js';
import type { NotificationsView } from '../../core/alerts/notifications.js';
import type { ExplainedBy } from '../../core/metrics/explanation.js';
import {
  ALERT_DIRECTIONS,
  ALERT_KINDS,
  ALERT_RESOLUTIONS,
  ALERT_SENSITIVITIES,
  ALERT_STATES,
  type AlertDirection,
  type AlertKind,
  type AlertResolution,
  type AlertSensitivity,
  type AlertState,
  type Platform,
} from '../../entities/vocabulary.js';
import { ExplainedByEnum } from '../metrics/visibility.types.js';
import { Change } from '../projects/project.types.js';
import { connectionOf, PageArgs } from '../shared/connection.types.js';
import { DateScalar, DateTimeScalar, PlatformEnum, upperCased } from '../shared/scalars.js';

export const AlertKindEnum = upperCased(ALERT_KINDS);
registerEnumType(AlertKindEnum, {
  name: 'AlertKind',
  description: 'What an alert is about.',
  valuesConfig: {
    VISIBILITY_CHANGED: { description: 'How often a name is given has changed.' },
    RIVAL_OVERTOOK: { description: 'A competitor is named more often than the brand now.' },
    RIVAL_PASSED: { description: 'The brand is named more often than a competitor now.' },
    SHARE_OF_VOICE_CHANGED: { description: "The brand's share of all names has changed." },
    SENTIMENT_CHANGED: { description: 'The tone towards the brand has changed.' },
    PROMPT_LOST: { description: 'No answer to a prompt names the brand any more.' },
    CANDIDATE_FOUND: { description: 'Answers give a name that is not tracked.' },
    SOURCE_FOUND: { description: 'Answers cite a domain that they did not before.' },
    PLATFORM_SILENT: { description: 'A platform gives no answers.' },
    CREDITS_LOW: { description: 'Credits will be used up before the month ends.' },
    CREDITS_USED_UP: { description: 'The credits of the month are used up.' },
    DESTINATION_DISABLED: { description: 'A destination is sent nothing any more.' },
  },
});

const AlertStateEnum = upperCased(ALERT_STATES);
registerEnumType(AlertStateEnum, {
  name: 'AlertState',
  description: 'How far an alert is.',
  valuesConfig: {
    OPEN: { description: 'It stands.' },
    ACKNOWLEDGED: { description: 'It stands, and people know: nothing more is sent of it.' },
    RESOLVED: { description: 'It is over.' },
  },
});

const AlertResolutionEnum = upperCased(ALERT_RESOLUTIONS);
registerEnumType(AlertResolutionEnum, {
  name: 'AlertResolution',
  description: 'How an alert ended.',
  valuesConfig: {
    RECOVERED: { description: 'Half of the change is made up for; a platform answers, or credits last again.' },
    SETTLED: { description: 'It has lasted for 28 days: what was news is the present state.' },
    RECOUNTED: { description: 'A new analysis of the same answers no longer shows it.' },
    BY_HAND: { description: 'People or a program resolved it, or enabled its destination again.' },
    GONE: { description: 'What it is about is over, or no longer watched.' },
    JOINED: { description: 'A wider alert tells it.' },
  },
});

const AlertDirectionEnum = upperCased(ALERT_DIRECTIONS);
registerEnumType(AlertDirectionEnum, {
  name: 'AlertDirection',
  description: 'Which way something moved.',
  valuesConfig: { UP: { description: 'It rose.' }, DOWN: { description: 'It fell.' } },
});

const AlertSensitivityEnum = upperCased(ALERT_SENSITIVITIES);
registerEnumType(AlertSensitivityEnum, {
  name: 'AlertSensitivity',
  description: 'How much evidence an alert takes.',
  valuesConfig: {
    EAGER: { description: 'Told on the first check: sooner, with about twice as many false alarms.' },
    STANDARD: { description: 'Told on two checks running: one false alarm in two to three quarters.' },
    CAUTIOUS: { description: 'Three times the evidence: some days later, hardly a false alarm.' },
  },
});

const SUBJECTS = ['brand', 'competitor', 'prompts', 'name', 'source', 'platform', 'credits', 'destination'] as const;
const AlertSubjectTypeEnum = upperCased(SUBJECTS);
registerEnumType(AlertSubjectTypeEnum, {
  name: 'AlertSubjectType',
  description: 'What an alert is about.',
  valuesConfig: {
    BRAND: { description: 'The brand of the project.' },
    COMPETITOR: { description: 'A competitor.' },
    PROMPTS: { description: 'Prompts of the project.' },
    NAME: { description: 'A name that is not tracked.' },
    SOURCE: { description: 'A domain.' },
    PLATFORM: { description: 'A platform.' },
    CREDITS: { description: 'The credits of the month.' },
    DESTINATION: { description: 'A destination.' },
  },
});

@ObjectType({ description: 'What an alert is about.', simpleResolvers: true })
class AlertSubject {
  @Field(() => AlertSubjectTypeEnum, { description: 'What it is.' })
  type!: Subject['type'];

  @Field(() => ID, { nullable: true, description: 'Its identifier, where it has one.' })
  id!: string | null;

  @Field(() => String, { description: 'Its name as it was.' })
  name!: string;
}

@ObjectType({ description: 'Days of an alert, as far as both sides have answers.', simpleResolvers: true })
class AlertSide {
  @Field(() => DateScalar, { description: 'The first UTC day.' })
  from!: string;

  @Field(() => DateScalar, { description: 'The last UTC day.' })
  to!: string;

  @Field(() => Float, {
    description:
      'Percent, each prompt and platform counted alike; of a rival its lead in points, which may be negative.',
  })
  score!: number;

  @Field(() => Int, { description: 'Answers that it rests on; mentions of a share of voice.' })
  answers!: number;
}

@ObjectType({ description: 'An interval of 95 %, in points.', simpleResolvers: true })
class AlertInterval {
  @Field(() => Float, { description: 'Its lower end.' })
  low!: number;

  @Field(() => Float, { description: 'Its upper end.' })
  high!: number;
}

@ObjectType({ description: 'Something that moved with what an alert is about.', simpleResolvers: true })
class AlertPart {
  @Field(() => AlertSubject, { description: 'What moved.' })
  subject!: AlertSubject;

  @Field(() => PlatformEnum, { nullable: true, description: 'Where; null for all platforms.' })
  platform!: Platform | null;

  @Field(() => AlertDirectionEnum, { description: 'Which way.' })
  direction!: AlertDirection;

  @Field(() => Float, { nullable: true, description: 'By how many points.' })
  changePoints!: number | null;

  @Field(() => AlertInterval, { nullable: true, description: 'The interval of the change.' })
  interval!: AlertInterval | null;
}

@ObjectType({ description: 'A prompt whose answers no longer name the brand.', simpleResolvers: true })
class AlertPrompt {
  @Field(() => ID, { nullable: true, description: 'Its identifier; null where no prompt asks it any more.' })
  promptId!: string | null;

  @Field(() => String, { description: 'Its text as it was.' })
  text!: string;

  @Field(() => Int, { description: 'Days without the brand.' })
  days!: number;

  @Field(() => Int, { description: 'Answers of these days.' })
  answers!: number;

  @Field(() => Int, { description: 'Answers before.' })
  answersBefore!: number;

  @Field(() => Int, { description: 'Those of them that named the brand.' })
  namingBefore!: number;
}

@ObjectType({ description: 'An answer that shows what an alert tells.', simpleResolvers: true })
class AlertAnswer {
  @Field(() => ID, { description: 'Identifier of the answer, as of `responses`.' })
  id!: string;

  @Field(() => DateScalar, { description: 'Its UTC day.' })
  date!: string;

  @Field(() => PlatformEnum, { description: 'Who answered.' })
  platform!: Platform;

  @Field(() => ID, { nullable: true, description: 'The prompt; null where none asks it any more.' })
  promptId!: string | null;

  @Field(() => Boolean, { description: 'Whether it names what the alert is about.' })
  namesSubject!: boolean;
}

@ObjectType({
  description: 'Something that the service found to have changed by more than chance.',
  simpleResolvers: true,
})
export class Alert {
  @Field(() => ID, { description: 'Identifier of the alert.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'The project; null for what concerns the account.' })
  projectId!: string | null;

  @Field(() => AlertKindEnum, { description: 'What it is about.' })
  kind!: AlertKind;

  @Field(() => AlertStateEnum, { description: 'How far it is.' })
  state!: AlertState;

  @Field(() => AlertDirectionEnum, { nullable: true, description: 'Which way it moved; null for what is no number.' })
  direction!: AlertDirection | null;

  @Field(() => AlertResolutionEnum, { nullable: true, description: 'How it ended; null while it stands.' })
  resolution!: AlertResolution | null;

  @Field(() => AlertSubject, { description: 'What moved.' })
  subject!: AlertSubject;

  @Field(() => PlatformEnum, { nullable: true, description: 'Where; null for all platforms.' })
  platform!: Platform | null;

  @Field(() => String, { description: 'What it says, in a line or two.' })
  summary!: string;

  @Field(() => DateTimeScalar, { description: 'When it was opened.' })
  openedAt!: string;

  @Field(() => Int, { nullable: true, description: 'Days of `now`: 7, 14 or 28.' })
  windowDays!: number | null;

  @Field(() => AlertSide, { nullable: true, description: 'The days to the one before it was opened.' })
  now!: AlertSide | null;

  @Field(() => AlertSide, { nullable: true, description: 'The 28 days before `now`.' })
  before!: AlertSide | null;

  @Field(() => Float, { nullable: true, description: 'By how many points it moved.' })
  changePoints!: number | null;

  @Field(() => AlertInterval, { nullable: true, description: 'The interval of the change.' })
  interval!: AlertInterval | null;

  @Field(() => Float, { nullable: true, description: 'How many times likelier the change is than chance.' })
  evidence!: number | null;

  @Field(() => Int, { nullable: true, description: 'Different intents that it rests on.' })
  intents!: number | null;

  @Field(() => [AlertPart], { description: 'What moved with it.' })
  parts!: readonly AlertPart[];

  @Field(() => [AlertPrompt], { description: 'Prompts that lost the brand, 10 at most at once.' })
  prompts!: readonly AlertPrompt[];

  @Field(() => ExplainedByEnum, {
    nullable: true,
    description: 'Whether it coincides with a change of model; never proof of a cause.',
  })
  explanation!: ExplainedBy | null;

  @Field(() => [Change], { description: 'What changed around then, models first; 10 at most.' })
  changes!: readonly Change[];

  @Field(() => [AlertAnswer], {
    description: 'Answers that show it, the newest of each kind side by side; 10 at most.',
  })
  answers!: readonly AlertAnswer[];

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was acknowledged.' })
  acknowledgedAt!: string | null;

  @Field(() => ID, { nullable: true, description: 'The person who acknowledged it; null for a key.' })
  acknowledgedBy!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ended.' })
  resolvedAt!: string | null;

  @Field(() => Int, { description: 'Grows with each event of the alert.' })
  revision!: number;
}

/** An alert as the schema has it. */
export function toAlert({ evidence, ...view }: AlertView): Alert {
  const { ratio, changes, ...rest }: AlertEvidence = evidence;
  return {
    ...view,
    ...{ subject: rest.subject, platform: rest.platform, windowDays: rest.windowDays, now: rest.now },
    ...{ before: rest.before, changePoints: rest.changePoints, interval: rest.interval, evidence: ratio },
    ...{ intents: rest.intents, parts: rest.parts, prompts: rest.prompts, explanation: rest.explanation },
    changes: changes.map((change) => ({ id: null, ...change })),
    answers: rest.answers,
  };
}

@ObjectType({ description: 'A page of alerts.', simpleResolvers: true })
export class AlertConnection extends connectionOf(Alert, 'Alert') {}

@ArgsType()
export class AlertsArgs extends PageArgs {
  @Field(() => AlertStateEnum, { nullable: true, description: 'Only alerts in this state.' })
  state?: AlertState | null;

  @Field(() => AlertKindEnum, { nullable: true, description: 'Only alerts of this kind.' })
  kind?: AlertKind | null;
}

@ArgsType()
export class AccountAlertsArgs extends AlertsArgs {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only alerts of the account itself, which concern no single project.',
  })
  ofAccount?: boolean | null;
}

@ObjectType({ description: 'What a project has alerts of.', simpleResolvers: true })
export class AlertSettings implements AlertSettingsView {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => AlertSensitivityEnum, { description: 'How much evidence an alert takes.' })
  sensitivity!: AlertSensitivity;

  @Field(() => Int, { description: 'A smaller change is told in no case, in points.' })
  minPoints!: number;

  @Field(() => [AlertKindEnum], { description: 'The kinds that it has.' })
  kinds!: AlertSettingsView['kinds'];

  @Field(() => [ID], { nullable: true, description: 'Competitors that are watched; null for the five named most.' })
  competitorIds!: readonly string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Nothing is opened before it.' })
  mutedUntil!: string | null;
}

@InputType({ description: 'What to change; what is left out stays.' })
export class UpdateAlertSettingsInput {
  @Field(() => AlertSensitivityEnum, { nullable: true, description: 'How much evidence an alert takes.' })
  sensitivity?: AlertSensitivity;

  @Field(() => Int, { nullable: true, description: 'The smallest change that is told: 3 to 50 points.' })
  minPoints?: number;

  @Field(() => [AlertKindEnum], {
    nullable: true,
    description: 'The kinds that it has: those of a project, none of the account.',
  })
  kinds?: AlertKind[];

  @Field(() => [ID], { nullable: true, description: 'Competitors to watch, 10 at most; null for the five named most.' })
  competitorIds?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Nothing is opened before it; null for no such time.' })
  mutedUntil?: string | null;
}

@ObjectType({ description: 'Hours of a day in which a person is not mailed.', simpleResolvers: true })
class QuietHours {
  @Field(() => Int, { description: 'The first hour, 0 to 23.' })
  from!: number;

  @Field(() => Int, { description: 'The hour that ends them; over midnight where it is the smaller.' })
  to!: number;
}

@InputType({ description: 'Hours of a day in which a person is not mailed.' })
class QuietHoursInput {
  @Field(() => Int, { description: 'The first hour, 0 to 23.' })
  from!: number;

  @Field(() => Int, { description: 'The hour that ends them; over midnight where it is the smaller.' })
  to!: number;
}

@ObjectType({ description: 'How the signed-in person is told of alerts by mail.', simpleResolvers: true })
export class Notifications implements NotificationsView {
  @Field(() => String, { description: 'The time zone that hours are of, such as `Europe/Berlin`.' })
  timeZone!: string;

  @Field(() => QuietHours, { nullable: true, description: 'What falls into them is mailed at their end.' })
  quietHours!: QuietHours | null;

  @Field(() => [Int], { description: 'Days without mail, 1, Monday, to 7.' })
  quietDays!: readonly number[];

  @Field(() => Boolean, { description: 'Mail at once.' })
  immediate!: boolean;

  @Field(() => Boolean, { description: 'Mail on Mondays at 8, over all projects; none if there is nothing.' })
  digest!: boolean;

  @Field(() => [AlertKindEnum], { nullable: true, description: 'Kinds of alerts; null for all.' })
  kinds!: readonly AlertKind[] | null;

  @Field(() => [ID], { nullable: true, description: 'Projects; null for all.' })
  projectIds!: readonly string[] | null;
}

@InputType({ description: 'What to change; what is left out stays.' })
export class UpdateNotificationsInput {
  @Field(() => String, { nullable: true, description: 'A name of the IANA database, such as `Europe/Berlin`.' })
  timeZone?: string;

  @Field(() => QuietHoursInput, { nullable: true, description: 'Hours without mail; null for none.' })
  quietHours?: QuietHoursInput | null;

  @Field(() => [Int], { nullable: true, description: 'Days without mail, 1, Monday, to 7; not all of them.' })
  quietDays?: number[];

  @Field(() => Boolean, { nullable: true, description: 'Whether to mail at once.' })
  immediate?: boolean;

  @Field(() => Boolean, { nullable: true, description: 'Whether to mail on Mondays at 8.' })
  digest?: boolean;

  @Field(() => [AlertKindEnum], { nullable: true, description: 'Kinds of alerts; null for all.' })
  kinds?: AlertKind[] | null;

  @Field(() => [ID], { nullable: true, description: 'Projects, 100 at most; null for all.' })
  projectIds?: string[] | null;
}
