/** Names of the language that this version does not have yet, and what they are for. */
export const LATER = {
  connect: 'hosts that would be reached',
  ref: 'git refs',
  env: 'the environment of a program',
  via: 'what wraps a program',
  remote: 'programs run on another machine',
  code: 'code given to an interpreter',
  count: 'how often something may happen',
  only: 'lists of what alone may run',
} as const
