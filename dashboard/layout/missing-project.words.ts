/** What is said whatever the address names: whether a project is there is told to nobody who does not see it. */
export const WORDS = {
  noSuchProject: 'No such project',
  itMayBeArchivedOrAnothers:
    'There is no project of your account at this address. It may be archived, or belong to another account.',
  itMayBeOneThatYouDoNotSee:
    'You see some projects of your account, and none at this address. It may be archived. If you need another ' +
    'project, ask an owner of the account to add it to yours.',
  goToYourProjects: 'Go to your projects',
} as const;
