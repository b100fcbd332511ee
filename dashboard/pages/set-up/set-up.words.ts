/** What is said whatever the installation is. */
export const WORDS = {
  setUp: 'Set up',
  startWithYourOwnBrand: 'Start with your own brand',
  theFirstAccount: 'Create the first account. You become its owner, and can invite others later.',
  printedByTheFirstStart: 'Printed when the service first started. For a new one: npm run operator -- setup-code',
  plansDifferInLimits: 'Plans differ in projects, prompts and requests. The operator can change the plan later.',
  createAccount: 'Create account',
  signInInstead: 'Sign in instead',
  alreadySetUp: 'Already set up',
  anAccountExists: 'This service has an account. Sign in, or ask its owner for an invitation.',
  signIn: 'Sign in',
} as const;

/** Plans by their names in the service, the largest first. */
export const TIERS = [
  { value: 'agency', label: 'Agency' },
  { value: 'professional', label: 'Professional' },
  { value: 'starter', label: 'Starter (no API)' },
] as const;
