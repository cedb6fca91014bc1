import type { ConsoleCommand } from '../../../shared/model/console.ts'

/** What sending a command comes to. */
export const impactWords: Readonly<Record<ConsoleCommand['impact'], string>> = {
  reads: 'Only asks; nothing in the process changes.',
  changes: 'Changes the process.',
  suspends: 'Suspends the process until the dump is written. It cannot be called off.',
  injects: 'Runs foreign code inside the process.',
  session:
    'Opens a session. It is not sent from here: a session whose stream nobody reads to its end keeps the process from exiting. Record does it, with every option of the command, and ends the session whatever happens.',
}

export const fieldHints: Readonly<Record<string, string>> = {
  timeout: 'Milliseconds, for a running collection only',
  'client data': 'Hexadecimal',
  'session id': 'As the answer to CollectTracing told it, decimal or 0x',
  path: 'As the process sees it',
}
