import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { oneCall, oneWrite } from '../../core/field-prices.js';
import type { ProjectView } from '../../core/projects/project.schema.js';
import {
  createShareLink,
  LIVE_LINKS_MAX,
  revokeShareLink,
  SHARE_LINKS_MAX,
  type ShareLinkView,
  sharedUrl,
  updateShareLink,
} from '../../core/shares/share-links.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { Project } from './project.types.js';
import { CreatedShareLink, CreateShareLinkInput, ShareLink, UpdateShareLinkInput } from './share-link.types.js';

const FOR_HOLDERS = 'Only for people who signed in: a key gets FORBIDDEN.';
const FOR_MEMBERS = 'Only for members and owners who signed in: others get FORBIDDEN.';

/** Links that show parts of a project to people without an account. */
@Resolver(() => Project)
export class ShareLinkResolver {
  @Extensions({ entries: SHARE_LINKS_MAX })
  @FieldResolver(() => [ShareLink], {
    nullable: true,
    complexity: oneCall,
    description: `Share links of the project, oldest first; those that ended 90 days ago are left out. ${FOR_HOLDERS}`,
  })
  async shareLinks(@Root() { id }: ProjectView, @Ctx() { loaders }: GraphqlContext): Promise<ShareLinkView[]> {
    return loaders.shareLinksOf.load({ id, args: null });
  }

  @Mutation(() => CreatedShareLink, {
    nullable: true,
    complexity: oneWrite,
    description: `Creates a share link; a project has ${LIVE_LINKS_MAX} at most that are good. ${FOR_MEMBERS}`,
  })
  async createShareLink(
    @Arg('projectId', () => ID, { description: 'The project to show.' }) projectId: string,
    @Arg('input', () => CreateShareLinkInput, { description: 'The new link.' }) input: CreateShareLinkInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<CreatedShareLink> {
    const { link, token } = await write(ctx, (core) => createShareLink(core, projectId, input, ctx.client));
    return { url: sharedUrl(ctx.linkBaseUrl, token), shareLink: link };
  }

  @Mutation(() => ShareLink, {
    nullable: true,
    complexity: oneWrite,
    description: `Changes a share link that was not revoked. ${FOR_MEMBERS}`,
  })
  async updateShareLink(
    @Arg('id', () => ID, { description: 'Identifier of the link.' }) id: string,
    @Arg('input', () => UpdateShareLinkInput, { description: 'The changes.' }) input: UpdateShareLinkInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ShareLinkView> {
    return write(ctx, (core) => updateShareLink(core, id, input, ctx.client));
  }

  @Mutation(() => ShareLink, {
    nullable: true,
    complexity: oneWrite,
    description: `Ends a share link for good, and the visits to it at once. ${FOR_MEMBERS}`,
  })
  async revokeShareLink(
    @Arg('id', () => ID, { description: 'Identifier of the link.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ShareLinkView> {
    return write(ctx, (core) => revokeShareLink(core, id, ctx.client));
  }
}
