import { dialog } from 'electron'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { cleanName } from '../../diagnostics/recordings/recording-files.ts'
import { readSharedPreset, type PresetStore } from '../../diagnostics/recordings/preset-store.ts'
import type { RecordingService } from '../../diagnostics/recordings/recording-service.ts'
import { readForeignText } from '../../foreign/foreign-files.ts'
import { asIoError } from '../../foreign/foreign-question.ts'
import type { PathGrants } from '../consent/path-grants.ts'
import { askWhatToOpen, askWhereToSave } from '../dialogs.ts'
import type { Handlers } from '../request-context.ts'
import { saveTo } from './file-handlers.ts'

type RecordingChannels = Extract<keyof Handlers, `recordings.${string}`>

const presetFiles = [{ name: 'Recording presets', extensions: ['json'] }]
/** A preset is a page of text; more is something else. */
const maxPresetBytes = 1024 * 1024

export interface RecordingHandlerParts {
  readonly recordings: RecordingService
  readonly presets: PresetStore
  readonly grants: PathGrants
}

export function recordingHandlers({
  recordings,
  presets,
  grants,
}: RecordingHandlerParts): Pick<Handlers, RecordingChannels> {
  return {
    'recordings.start': (request) => recordings.start(request),
    'recordings.mark': ({ jobId, text }) => recordings.marks.add(jobId, text.trim()),
    'recordings.changeMark': ({ jobId, index, text }) => recordings.marks.change(jobId, index, text),
    'recordings.place': (request) => recordings.place(request),
    'recordings.chooseFolder': async (_request, { page }) => {
      const answer = await dialog.showOpenDialog(page.window, { properties: ['openDirectory', 'createDirectory'] })
      const folder = answer.canceled ? undefined : answer.filePaths[0]
      if (folder === undefined) return ok(null)
      presets.addFolder(folder)
      return ok({ folder })
    },
    'recordings.probe': (request) => recordings.probe(request),
    'recordings.presets': () => ok(presets.list()),
    'recordings.savePreset': (preset) => ok(presets.save(preset)),
    'recordings.removePreset': ({ id }) => ok(presets.remove(id)),
    'recordings.exportPreset': async ({ id }, { page }) => {
      const preset = presets.get(id)
      if (preset === null) return err({ kind: 'not-found', what: 'preset' })
      const chosen = await askWhereToSave(page.window, `${cleanName(preset.title)}.json`, presetFiles)
      if (chosen === null) return ok(null)
      const written = await saveTo(chosen, `${JSON.stringify(preset, null, 2)}\n`)
      if (!written.ok) return written
      grants.add(chosen)
      return ok({ path: chosen })
    },
    'recordings.importPreset': async (_request, { page }) => {
      const chosen = await askWhatToOpen(page.window, presetFiles)
      if (chosen === null) return ok(null)
      const text = await readSmallFile(chosen)
      if (typeof text !== 'string') return err(text)
      const preset = readSharedPreset(chosen, text, presets.list())
      if (preset.ok) presets.save(preset.value)
      return preset
    },
    'recordings.last': (request) => recordings.last(request),
    'recordings.stacks': (request) => recordings.stacks(request),
  }
}

async function readSmallFile(path: string): Promise<string | AppError> {
  const read = await readForeignText(path, maxPresetBytes)
  if (read.ok) return read.value
  return read.error.kind === 'too-large'
    ? { kind: 'malformed', what: 'preset file', offset: 0, expected: 'at most 1 MiB', found: 'more' }
    : asIoError(read.error, path)
}
