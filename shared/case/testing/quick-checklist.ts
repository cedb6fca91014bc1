import { type Checklist, checklistKind, checklistVersion } from '../checklist.ts'

/** A checklist that takes seconds, as a team would share it. */
export const quickChecklist: Checklist = {
  kind: checklistKind,
  version: checklistVersion,
  id: 'quick',
  title: 'Quick look',
  text: 'A few seconds of everything',
  limitSeconds: 120,
  steps: [
    { kind: 'counters', seconds: 2 },
    { kind: 'stacks', count: 1, secondsApart: 1 },
    { kind: 'trace', seconds: 2, items: ['samples', 'names', 'exceptions'] },
  ],
  questions: ['Is it slow now?'],
}
