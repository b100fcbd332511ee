import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../api/ask.ts';
import { graphql } from '../api/gql.ts';

/** What prompts can be chosen by; asked for once the choice is opened. */
const PROMPT_CHOICES = graphql(`
  query PromptChoices($id: ID!) {
    project(id: $id) {
      id
      promptTags { tag promptCount }
      topics: segments(by: CATEGORY, window: D1) { key promptCount }
      personas: segments(by: PERSONA, window: D1) { key promptCount }
      countries: segments(by: COUNTRY, window: D1) { key promptCount }
      languages: segments(by: LANGUAGE, window: D1) { key promptCount }
      markets { id name promptCount }
    }
  }
`);

/** The topics, labels, personas, markets, countries and languages of the project's prompts; undefined until they are there. */
export function usePromptChoices() {
  const { projectId: id = '' } = useParams({ strict: false });
  const { data } = useQuery({
    queryKey: ['project', id, 'prompt-choices'],
    queryFn: ({ signal }) => ask(PROMPT_CHOICES, { id }, signal),
  });
  return data?.project ?? undefined;
}
