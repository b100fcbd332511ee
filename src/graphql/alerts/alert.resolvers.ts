import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type AlertSettingsView, updateAlertSettings } from '../../core/alert-settings/alert-settings.js';
import {
  type AlertsFound,
  acknowledgeAlert,
  alertsOfAccount,
  getAlert,
  reopenAlert,
  resolveAlert,
} from '../../core/alerts/alerts.js';
import { type NotificationsView, ownNotifications, updateNotifications } from '../../core/alerts/notifications.js';
import { oneCall, oneWrite, pageOfCalls } from '../../core/field-prices.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { Project } from '../projects/project.types.js';
import { parsePage, placeConnection } from '../shared/connection-pages.js';
import {
  AccountAlertsArgs,
  Alert,
  AlertConnection,
  AlertSettings,
  AlertsArgs,
  Notifications,
  toAlert,
  UpdateAlertSettingsInput,
  UpdateNotificationsInput,
} from './alert.types.js';

const ID_OF_ALERT = 'Identifier of the alert.';

function toPage(args: AlertsArgs) {
  return { ...parsePage(args), state: args.state ?? undefined, kind: args.kind ?? undefined };
}

function toConnection({ entries, hasMore }: AlertsFound, isLater: boolean): AlertConnection {
  const alerts = entries.map(toAlert);
  return placeConnection(alerts, ({ openedAt, id }) => ({ at: openedAt, id }), isLater, hasMore);
}

/** Alerts of a project, and what it has alerts of. */
@Resolver(() => Project)
export class AlertListResolver {
  @FieldResolver(() => AlertConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description: 'What the daily check found to have changed by more than chance, the newest first.',
  })
  async alerts(
    @Root() { id }: ProjectView,
    @Args(() => AlertsArgs) args: AlertsArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<AlertConnection> {
    const page = toPage(args);
    return toConnection(await loaders.alertsOf.load({ id, args: page }), page.after !== null);
  }

  @FieldResolver(() => AlertSettings, {
    nullable: true,
    complexity: oneCall,
    description: 'What the project has alerts of.',
  })
  async alertSettings(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<AlertSettingsView> {
    return loaders.alertSettingsOf.load({ id, args: null });
  }
}

/** Alerts of the account, and how a person is told of them. */
@Resolver(() => Alert)
export class AlertResolver {
  @Query(() => AlertConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description: 'Alerts of all projects and of the account itself, the newest first.',
  })
  async alerts(
    @Args(() => AccountAlertsArgs) args: AccountAlertsArgs,
    @Ctx() { core }: GraphqlContext,
  ): Promise<AlertConnection> {
    const page = { ...toPage(args), ofAccount: args.ofAccount ?? false };
    return toConnection(await alertsOfAccount(core, page), page.after !== null);
  }

  @Query(() => Alert, { nullable: true, complexity: oneCall, description: 'An alert by its identifier.' })
  async alert(
    @Arg('id', () => ID, { description: ID_OF_ALERT }) id: string,
    @Ctx() { core }: GraphqlContext,
  ): Promise<Alert> {
    return toAlert(await getAlert(core, id));
  }

  @Query(() => Notifications, {
    nullable: true,
    complexity: oneCall,
    description: 'How the signed-in person is told of alerts by mail. A key gets FORBIDDEN.',
  })
  async notifications(@Ctx() { core }: GraphqlContext): Promise<NotificationsView> {
    return ownNotifications(core);
  }

  @Mutation(() => Alert, {
    nullable: true,
    complexity: oneWrite,
    description: 'Marks an open alert as known: nothing more is sent of it.',
  })
  async acknowledgeAlert(
    @Arg('id', () => ID, { description: ID_OF_ALERT }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Alert> {
    return toAlert(await write(ctx, (core) => acknowledgeAlert(core, id)));
  }

  @Mutation(() => Alert, {
    nullable: true,
    complexity: oneWrite,
    description: 'Ends an alert; the days that it told of count toward no other of the same.',
  })
  async resolveAlert(
    @Arg('id', () => ID, { description: ID_OF_ALERT }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Alert> {
    return toAlert(await write(ctx, (core) => resolveAlert(core, id)));
  }

  @Mutation(() => Alert, {
    nullable: true,
    complexity: oneWrite,
    description: 'Opens an alert again that was acknowledged or has ended, unless a newer one tells the same.',
  })
  async reopenAlert(
    @Arg('id', () => ID, { description: ID_OF_ALERT }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Alert> {
    return toAlert(await write(ctx, (core) => reopenAlert(core, id)));
  }

  @Mutation(() => AlertSettings, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes what a project has alerts of; those that are open stay.',
  })
  async updateAlertSettings(
    @Arg('projectId', () => ID, { description: 'The project.' }) projectId: string,
    @Arg('input', () => UpdateAlertSettingsInput, { description: 'The changes.' }) input: UpdateAlertSettingsInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<AlertSettingsView> {
    return write(ctx, (core) => updateAlertSettings(core, projectId, input));
  }

  @Mutation(() => Notifications, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes how the signed-in person is told of alerts by mail. A key gets FORBIDDEN.',
  })
  async updateNotifications(
    @Arg('input', () => UpdateNotificationsInput, { description: 'The changes.' }) input: UpdateNotificationsInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<NotificationsView> {
    return write(ctx, (core) => updateNotifications(core, input));
  }
}
