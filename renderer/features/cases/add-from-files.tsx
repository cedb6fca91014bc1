import { Files } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { watchSavedFiles } from '../../bridge/watch-saved-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { addSavedFile } from './case-commands.ts'
import { caseLabels } from './case-labels.ts'

/** A menu that is longer is no faster than the dialog of the system. */
const mostEntries = 15

interface AddFromFilesProps {
  readonly caseId: string
  /** Names of files the case has already. */
  readonly present: readonly string[]
  readonly isDisabled: boolean
}

/** The newest files of the Files page that are not in the case yet. */
export function AddFromFiles({ caseId, present, isDisabled }: AddFromFilesProps) {
  const [files, setFiles] = useState<readonly SavedFileEntry[]>([])
  useEffect(() => {
    const watching = watchSavedFiles((list) => setFiles(list.files))
    return () => watching.dispose()
  }, [])
  const choices = files
    .filter((file) => file.isThere && file.kind !== 'case' && !present.includes(nameOf(file)))
    .toSorted((one, other) => other.createdMs - one.createdMs)
    .slice(0, mostEntries)
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" kind="quiet" icon={Files} disabled={isDisabled || choices.length === 0}>
          {caseLabels.files.addFromFiles}
        </Button>
      }
      entries={choices.map((file) => ({
        kind: 'item',
        label: nameOf(file),
        run: () => addSavedFile(caseId, file.id),
      }))}
    />
  )
}

function nameOf({ path }: SavedFileEntry): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
