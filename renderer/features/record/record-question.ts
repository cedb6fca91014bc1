import { presetById } from '../../../shared/recording/presets.ts'
import type { CommandArguments } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import { nextTarget, openRecordSheet } from '../../store/next-target.ts'
import type { RecordTarget } from '../../store/record-slice.ts'
import { choosePreset } from './record-commands.ts'
import { recordLabels } from './record-labels.ts'

/** Opens the record sheet with a question chosen: of the newest process of that name, or of one that the person chooses. */
export function recordQuestion({ presetId, processName }: CommandArguments['record.question']): void {
  const { processRows, askForProcess } = appStore.getState()
  const open = (target: RecordTarget): void => choosePreset(openRecordSheet(target), target, presetId)
  const same = processRows.find(({ name, state }) => name === processName && state !== 'exited')
  const found = same === undefined ? null : nextTarget(processRows, { processKey: same.key, name: same.name })
  if (found !== null) return open(found)
  askForProcess({
    title: recordLabels.sheet.chooseProcess(presetById(presetId)?.title ?? recordLabels.model.custom),
    isOffered: ({ state }) => state === 'ready' || state === 'limited',
    choose: ({ key, pid, name }) => open({ processKey: key, pid, name }),
  })
}
