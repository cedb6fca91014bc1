import path from 'node:path'
import { dialog } from 'electron'
import * as v from 'valibot'
import { toDisposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { type Checklist, checklistSchema } from '../../../shared/case/checklist.ts'
import type { Reply } from '../../../shared/contract/index.ts'
import type { CasePackages } from '../../diagnostics/cases/case-packages.ts'
import type { CaseService } from '../../diagnostics/cases/case-service.ts'
import type { ChecklistStore } from '../../diagnostics/cases/checklist-store.ts'
import { readForeignJson, readForeignRange } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import { background } from '../../logging/background.ts'
import type { AppLog } from '../../logging/log.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhatToOpen, askWhereToSave } from '../dialogs.ts'
import type { Handlers, RequestContext } from '../request-context.ts'
import { saveTo } from './file-handlers.ts'

type CaseChannels = Extract<keyof Handlers, `cases.${string}`>

export interface CaseHandlerParts {
  readonly cases: CaseService
  readonly packages: CasePackages
  readonly checklists: ChecklistStore
  readonly grants: PathGrants
  readonly log: AppLog
}

const checklistFiles = [{ name: 'Pipescope checklists', extensions: ['json'] }]
const packageFiles = [{ name: 'Case packages', extensions: ['zip'] }]
const maxChecklistBytes = 256 * 1024

export function caseHandlers({
  cases,
  packages,
  checklists,
  grants,
  log,
}: CaseHandlerParts): Pick<Handlers, CaseChannels> {
  return {
    'cases.plan': (request) => cases.plan(request),
    'cases.start': (request) => cases.start(request),
    'cases.skip': (request) => cases.skip(request),
    'cases.retry': (request) => cases.retry(request),
    'cases.describe': (request) => cases.describe(request),
    'cases.preview': (request) => cases.preview(request),
    'cases.export': (request) => cases.export(request),
    'cases.addFiles': (request) => cases.addFiles(request),
    'cases.chooseFiles': async ({ caseId }, { page }) => {
      const answer = await dialog.showOpenDialog(page.window, { properties: ['openFile', 'multiSelections'] })
      return answer.canceled ? ok(null) : cases.addPaths(caseId, answer.filePaths)
    },
    'cases.removeFile': (request) => cases.removeFile(request),
    'cases.discard': (request) => cases.discard(request),
    'cases.importChecklist': async (_request, { page }) => {
      const chosen = await askWhatToOpen(page.window, checklistFiles)
      if (chosen === null) return ok(null)
      const read = await readChecklist(chosen)
      return read.ok ? ok(checklists.add(read.value)) : read
    },
    'cases.checklists': () => ok(checklists.list()),
    'cases.removeChecklist': ({ id }) => ok(checklists.remove(id)),
    'cases.exportChecklist': async ({ checklist }, { page }) => {
      const chosen = await askWhereToSave(page.window, `${checklist.id}.checklist.json`, checklistFiles)
      if (chosen === null) return ok(null)
      const written = await saveTo(chosen, `${JSON.stringify(checklist, null, 2)}\n`)
      return written.ok ? ok({ path: chosen }) : written
    },
    'cases.open': async ({ path: given, password }, { page }) => {
      const file = given ?? (await askWhatToOpen(page.window, packageFiles))
      return file === null ? ok(null) : openCase({ packages, grants, log }, page, file, password)
    },
    'cases.progress': ({ documentId }) => packages.progress(documentId),
    'cases.document': ({ documentId }) => packages.document(documentId),
    'cases.text': ({ documentId, name }) => packages.text(documentId, name),
    'cases.unpack': async ({ documentId, name }) => {
      const unpacked = await packages.unpack(documentId, name)
      // Of a package that a person opened, in a folder of ours.
      if (unpacked.ok) grants.add(unpacked.value.path)
      return unpacked
    },
    'cases.close': async ({ documentId }) => {
      await packages.close(documentId)
      return ok(null)
    },
  }
}

/** In a document of the page. */
export async function openCase(
  { packages, grants, log }: Omit<CaseHandlerParts, 'cases' | 'checklists'>,
  page: RequestContext['page'],
  file: string,
  password: string | null,
): Promise<Result<NonNullable<Reply<'cases.open'>>, AppError>> {
  const opened = await packages.open(file, password)
  if (!opened.ok) return opened
  const { documentId, path: resolved } = opened.value
  grants.add(resolved)
  // A page that reloads or closes leaves no thread and no unpacked file behind.
  page.own(toDisposable(() => background(packages.close(documentId), 'close-case', log)))
  return opened
}

/** By what a package begins with; the last one of several parts begins anywhere in it. */
export async function isCasePackage(file: string): Promise<boolean> {
  if (path.extname(file).toLowerCase() === '.zip') return true
  const read = await readForeignRange(file, 0, 4)
  return read.ok && Buffer.from(read.value.bytes).toString('latin1') === 'PK\u0003\u0004'
}

async function readChecklist(file: string): Promise<Result<Checklist, AppError>> {
  const read = await readForeignJson(file, maxChecklistBytes)
  if (!read.ok) return err(asIoError(read.error, file))
  const parsed = v.safeParse(checklistSchema, read.value)
  if (parsed.success) return ok(parsed.output)
  const [issue] = parsed.issues
  const found = `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()
  return err({ kind: 'malformed', what: path.basename(file), offset: 0, expected: 'a checklist', found })
}
