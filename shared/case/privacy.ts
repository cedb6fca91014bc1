/** What is masked beyond secrets; those are masked in any case. */
export const privacyParts = ['traces', 'hosts', 'users', 'paths'] as const
export type PrivacyPart = (typeof privacyParts)[number]
