/** What is said whatever the numbers are. */
export const WORDS = {
  ifThisAddressHasAnAccountALink:
    'If this address has an account, a link to set a new password is on its way. It works once, within an hour.',
  noEmailThisServiceMayNotSend:
    'No email? This service may not send any. An account owner or the service operator can give you a link.',
  sendALink: 'Send a link',
  backToSignIn: 'Back to sign-in',
  chooseAPassword: 'Choose a password',
  setPasswordAndSignIn: 'Set password and sign in',
  thisLinkIsIncomplete: 'This link is incomplete',
  openTheWholeLink: 'Open the whole link from your message, or request a new one.',
  requestALink: 'Request a link',
  useAPasskey: 'Use a passkey',
  theSixDigitsFromYourApp: 'The six digits from your app, or a recovery code.',
  oneOfYourRecoveryCodes: 'One of your recovery codes.',
  noPasskeyWasRequested: 'No passkey was requested.',
  youCanTryAgainNow: 'You can try again now.',
  startWithYourOwnBrand: 'Start with your own brand',
  signInWithYourCompany: 'Sign in with your company',
  youSignInAtYourCompany: 'You sign in at your company, which sends you back here.',
  useAPassword: 'Use a password',
  forgotYourPassword: 'Forgot your password?',
} as const;
