import { FieldResolver, Resolver, Root } from 'type-graphql';
import { adviceOfBrand, adviceOfCompetitor } from '../../core/branding/name-advice.js';
import type { CompetitorView } from '../../core/competitors/competitor.view.js';
import type { ProjectView } from '../../core/projects/project.view.js';
import { Competitor } from '../projects/competitor.types.js';
import { Project } from '../projects/project.types.js';
import { oneCall } from '../shared/price.js';
import { NameAdvice } from './name-advice.type.js';

/** What the rules will ask of the brand's names. */
@Resolver(() => Project)
export class ProjectNameAdviceResolver {
  @FieldResolver(() => [NameAdvice], {
    complexity: oneCall,
    description: "What to know about the brand's names; empty where they stand for themselves.",
  })
  nameAdvice(@Root() project: ProjectView): NameAdvice[] {
    return adviceOfBrand(project);
  }
}

/** What the rules will ask of a competitor's names. */
@Resolver(() => Competitor)
export class CompetitorNameAdviceResolver {
  @FieldResolver(() => [NameAdvice], {
    complexity: oneCall,
    description: "What to know about the competitor's names; empty where they stand for themselves.",
  })
  nameAdvice(@Root() competitor: CompetitorView): NameAdvice[] {
    return adviceOfCompetitor(competitor);
  }
}
