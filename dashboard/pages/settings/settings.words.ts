/** What is said whatever the numbers are. */
export const WORDS = {
  whatToLookForInAnswers: 'What to look for in answers.',
  aChangeHereReAnalysesAll: 'A change here re-analyses all answers, so that old and new numbers use the same names.',
  abbreviationsFormerNames: 'Abbreviations, former names, products. Enter or a comma adds one.',
  linksToItAndToItsSubdomains: 'Links to it and to its subdomains count as your own.',
  whatIsSoldAndWhere: 'What is sold, and where.',
  aChangeHereReAnalysesNoAnswers: 'A change here re-analyses no answers.',
  forExampleRunningShoes: 'For example: running shoes.',
  whereTheQuestionsAreAskedFrom: 'Where the questions are asked from.',
  forYourTeamOnlyItIsNotSent: 'For your team only. It is not sent to any platform.',
  whichPlatformsAreAsked: 'Which platforms are asked, and which names are tracked.',
  newPromptsAreAskedOnThese: 'New prompts are asked on these platforms. Existing prompts keep theirs.',
  platformsOfNewPrompts: 'Platforms of new prompts',
  notIncludedInYourPlan: 'Not included in your plan.',
  trackCompetitorsAutomatically: 'Track competitors automatically',
  namesThatEnoughAnswers:
    'Names that enough answers of the last 30 days list as an option become competitors, ten at most. ' +
    'Dismissed and removed names never do. Each new competitor re-analyses all answers.',
  notSavedCheckTheFieldsMarked: 'Not saved. Check the fields marked in red.',
  youHaveUnsavedChanges: 'You have unsaved changes.',
  reAnalyseAllAnswers: 'Re-analyse all answers?',
  saveAndReAnalyse: 'Save and re-analyse',
  leaveWithoutSaving: 'Leave without saving?',
  yourChangesOnThisPage: 'Your changes on this page are not saved.',
  onPromptsAreAskedWhenDue: 'On: prompts are asked when due.',
  pausedNothingIsAsked: 'Paused: nothing is asked.',
  noRunsArePlannedAndNoCredits:
    'No runs are planned and no credits are used. When you resume, prompts are asked for the current period; ' +
    'missed periods are not made up.',
  whilePausedNoRunsArePlanned:
    'While paused, no runs are planned and no credits are used. Runs that are already queued still use theirs. ' +
    'Numbers, history and settings stay.',
  archiveThisProjectForGood: 'Archive this project for good.',
  archivingStopsItsPrompts:
    'Archiving stops its prompts, removes it from your projects and frees its place in your plan. It cannot be ' +
    'restored. Its data stays available through the API.',
  itsPromptsAreNoLongerAsked: 'Its prompts are no longer asked, and it cannot be restored.',
  archiveForGood: 'Archive for good',
} as const;
