/** Words of the dialog alone, which is loaded once it is needed. */
export const COMPANY_WORDS = {
  confirmWithYourCompany: 'Confirm with your company',
  yourCompanySendsYouBack: 'Your company sends you back here. Then make your change again.',
} as const;
