import type { Command } from '../commands/registry.ts'
import type { DocumentDefinition } from '../documents/document-kind.ts'
import { advancedDocument } from '../features/advanced/document.tsx'
import { casePackageDocument } from '../features/cases/package/document.tsx'
import { caseDocument } from '../features/cases/document.tsx'
import { diagnosticsDocument } from '../features/app-diagnostics/document.tsx'
import { connectionsDocument } from '../features/connections/document.tsx'
import { consoleDocument } from '../features/console/document.tsx'
import { dumpDocument } from '../features/dumps/document.tsx'
import { filesDocument } from '../features/files/document.tsx'
import { flightDocument } from '../features/flight/document.tsx'
import { heapCaptureDocument } from '../features/heap/capture/document.tsx'
import { heapDocument } from '../features/heap/document.tsx'
import { liveDocument } from '../features/live/document.tsx'
import { processesDocument } from '../features/processes/document.tsx'
import { recordDocument, stacksDocument } from '../features/record/document.tsx'
import { rulesDocument } from '../features/rules/document.tsx'
import { settingsDocument } from '../features/settings/document.tsx'
import { startupDocument } from '../features/startup/document.tsx'
import { traceDocument } from '../features/trace/document.tsx'
import type { DocumentKind } from '../store/navigation-slice.ts'
import { appLabels } from './app-labels.ts'

type Definitions = { readonly [Kind in DocumentKind]: DocumentDefinition<Kind> }

/** Every kind of document, in the order of the palette. Features never import each other: this is where they meet. */
export const documentKinds: Definitions = {
  processes: processesDocument,
  live: liveDocument,
  record: recordDocument,
  dump: dumpDocument,
  'heap-capture': heapCaptureDocument,
  case: caseDocument,
  advanced: advancedDocument,
  console: consoleDocument,
  stacks: stacksDocument,
  trace: traceDocument,
  heap: heapDocument,
  'case-package': casePackageDocument,
  files: filesDocument,
  startup: startupDocument,
  flight: flightDocument,
  rules: rulesDocument,
  connections: connectionsDocument,
  settings: settingsDocument,
  diagnostics: diagnosticsDocument,
}

/** For code that has a tab of any kind: its definition takes exactly that tab. */
export function definitionOf<Kind extends DocumentKind>({ kind }: { readonly kind: Kind }): DocumentDefinition<Kind> {
  return documentKinds[kind]
}

/** `app.<kind>`: one for each kind that can be gone to from anywhere. */
export const goToCommands: readonly Command[] = Object.entries(documentKinds).flatMap(([kind, { goTo }]) =>
  goTo === null ? [] : [{ id: `app.${kind}`, group: appLabels.shellCommands.goTo, ...goTo }],
)
