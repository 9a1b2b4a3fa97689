/** The variable in which commands find a secret of the environment that the policy lets them have. */
export const sharedName = (name: string): string => `CASTELLAN_${name}`
