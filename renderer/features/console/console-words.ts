import type { ConsoleCommand } from '../../../shared/model/console.ts'

/** What sending a command comes to. */
export const impactWords: Readonly<Record<ConsoleCommand['impact'], string>> = {
  reads: 'Read-only. Nothing in the process changes.',
  changes: 'Changes the process.',
  suspends: 'Suspends the process until the dump is written. It cannot be cancelled.',
  injects: 'Runs external code inside the process.',
  session:
    'Opens a session. It can’t be sent from here: a session whose stream isn’t read to its end keeps the process from exiting. Use Record instead, which offers every option of the command and always closes the session.',
}

export const fieldHints: Readonly<Record<string, string>> = {
  timeout: 'Milliseconds, for a running collection only',
  'client data': 'Hexadecimal',
  'session id': 'From the CollectTracing response, decimal or 0x',
  path: 'As the process sees it',
}
