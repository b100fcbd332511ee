import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { oneCall, oneWrite, pageOfCalls } from '../../core/field-prices.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import { getBranding, updateBranding } from '../../core/reports/account-branding.js';
import { forgetAsking } from '../../core/reports/mail-addresses.js';
import {
  createSchedule,
  deleteSchedule,
  type SavedSchedule,
  type ScheduleView,
  updateSchedule,
} from '../../core/reports/report-schedules.js';
import { getReport, makeReport, REPORTS_A_DAY } from '../../core/reports/reports.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { Deletion, Project } from '../projects/project.types.js';
import { givenOf } from '../shared/arguments.js';
import { PageArgs } from '../shared/connection.types.js';
import { parsePage, placeConnection, placeOfListed } from '../shared/connection-pages.js';
import {
  Branding,
  CreateReportScheduleInput,
  MakeReportInput,
  Report,
  ReportConnection,
  ReportPages,
  ReportSchedule,
  toBranding,
  toPages,
  toReport,
  UpdateBrandingInput,
  UpdateReportScheduleInput,
} from './report.types.js';

/** Reports of a project, and when they are made. */
@Resolver(() => Project)
export class ReportListResolver {
  @FieldResolver(() => ReportConnection, {
    nullable: true,
    complexity: pageOfCalls,
    description: 'Reports, the newest first; kept for 13 months.',
  })
  async reports(
    @Root() { id }: ProjectView,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<ReportConnection> {
    const args = parsePage(page);
    const { entries, hasMore } = await loaders.reportsOf.load({ id, args });
    return placeConnection(entries.map(toReport), placeOfListed, args.after !== null, hasMore);
  }

  @FieldResolver(() => [ReportSchedule], {
    nullable: true,
    complexity: oneCall,
    description: 'When reports are made and whom they are mailed to, the oldest first.',
  })
  async reportSchedules(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<ScheduleView[]> {
    return loaders.reportSchedulesOf.load({ id, args: null });
  }
}

/** One report, what makes reports, and how they look. */
@Resolver(() => Report)
export class ReportResolver {
  @Query(() => Report, { nullable: true, complexity: oneCall, description: 'A report by its identifier.' })
  async report(
    @Arg('id', () => ID, { description: 'Identifier of the report.' }) id: string,
    @Ctx() { core }: GraphqlContext,
  ): Promise<Report> {
    return toReport(await getReport(core, id));
  }

  @FieldResolver(() => ReportPages, {
    nullable: true,
    complexity: oneCall,
    description: 'All that it says; null until it is ready.',
  })
  async pages(@Root() { id }: Report, @Ctx() { loaders }: GraphqlContext): Promise<ReportPages | null> {
    const { pages } = await loaders.reportPagesOf.load({ id, args: null });
    return pages && toPages(pages);
  }

  @Query(() => Branding, {
    nullable: true,
    complexity: oneCall,
    description: "How the account's reports and share links look.",
  })
  async branding(@Ctx() { core }: GraphqlContext): Promise<Branding> {
    return toBranding(await getBranding(core));
  }

  @Query(() => Boolean, {
    nullable: true,
    complexity: oneCall,
    description: 'Whether this service mails at all: its operator has named a mail server.',
  })
  canMail(@Ctx() { deliverConfirmation }: GraphqlContext): boolean {
    return deliverConfirmation !== null;
  }

  @Mutation(() => Report, {
    nullable: true,
    complexity: oneWrite,
    description:
      `Asks for a report of some days, which is ready within seconds; ${REPORTS_A_DAY} a UTC day and account. ` +
      'It is mailed to nobody.',
  })
  async makeReport(
    @Arg('projectId', () => ID, { description: 'The project that it is of.' }) projectId: string,
    @Arg('input', () => MakeReportInput, { description: 'Its days.' }) input: MakeReportInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Report> {
    return toReport(await write(ctx, (core) => makeReport(core, projectId, input)));
  }

  @Mutation(() => ReportSchedule, {
    nullable: true,
    complexity: oneWrite,
    description: 'Makes reports at intervals and mails them; as many schedules as the plan has.',
  })
  async createReportSchedule(
    @Arg('projectId', () => ID, { description: 'The project that reports are made of.' }) projectId: string,
    @Arg('input', () => CreateReportScheduleInput, { description: 'The new schedule.' })
    input: CreateReportScheduleInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ScheduleView> {
    const canMail = ctx.deliverConfirmation !== null;
    return delivered(ctx, await write(ctx, (core) => createSchedule(core, projectId, givenOf(input), canMail)));
  }

  @Mutation(() => ReportSchedule, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes a schedule. Who unsubscribed and stays a recipient stays unsubscribed.',
  })
  async updateReportSchedule(
    @Arg('id', () => ID, { description: 'Identifier of the schedule.' }) id: string,
    @Arg('input', () => UpdateReportScheduleInput, { description: 'What changes.' })
    input: UpdateReportScheduleInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ScheduleView> {
    const canMail = ctx.deliverConfirmation !== null;
    return delivered(ctx, await write(ctx, (core) => updateSchedule(core, id, givenOf(input), canMail)));
  }

  @Mutation(() => Deletion, {
    nullable: true,
    complexity: oneWrite,
    description: 'Ends a schedule; its reports stay.',
  })
  async deleteReportSchedule(
    @Arg('id', () => ID, { description: 'Identifier of the schedule.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Deletion> {
    return write(ctx, (core) => deleteSchedule(core, id));
  }

  @Mutation(() => Branding, {
    nullable: true,
    complexity: oneWrite,
    description: 'Changes how reports look. Only for owners who signed in, in plans with API access.',
  })
  async updateBranding(
    @Arg('input', () => UpdateBrandingInput, { description: 'What changes.' }) input: UpdateBrandingInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Branding> {
    return toBranding(await write(ctx, (core) => updateBranding(core, input)));
  }
}

/** Mails what new addresses are asked by, once it holds. One that is not taken may be asked again at once. */
async function delivered(ctx: GraphqlContext, { schedule, confirmations }: SavedSchedule): Promise<ScheduleView> {
  await Promise.all(
    confirmations.map(async (confirmation) => {
      const isMailed = await ctx.deliverConfirmation?.(confirmation);
      if (!isMailed) await forgetAsking(ctx.core, confirmation.address);
    }),
  );
  return schedule;
}
