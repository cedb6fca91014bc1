import { Copy, Hash } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { watchSavedFiles } from '../../bridge/watch-saved-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { copyText } from '../../commands/page-actions.ts'
import { computeChecksum } from './dump-commands.ts'
import styles from './dump-outcome.module.css'
import { dumpLabels } from './dump-labels.ts'

/** SHA-256 of the file, once it was computed. */
export function ChecksumRow({ fileId }: { readonly fileId: string | null }) {
  const file = useSavedFile(fileId)
  if (fileId === null) return null
  const sum = file?.sha256 ?? null
  return (
    <div className={styles.checksum}>
      <span className={styles.key}>{dumpLabels.checksumRow.sha256}</span>
      {sum === null ? (
        <Button size="small" icon={Hash} onClick={() => computeChecksum(fileId)}>
          {dumpLabels.checksumRow.compute}
        </Button>
      ) : (
        <>
          <span className={styles.sum} data-testid="dump-sha256">
            {sum}
          </span>
          <IconButton
            icon={Copy}
            size="small"
            label={dumpLabels.checksumRow.copyChecksum}
            onClick={() => copyText(sum, dumpLabels.checksumRow.checksumCopied)}
          />
        </>
      )}
    </div>
  )
}

function useSavedFile(fileId: string | null): SavedFileEntry | null {
  const [file, setFile] = useState<SavedFileEntry | null>(null)
  useEffect(() => {
    if (fileId === null) return undefined
    const savedFiles = watchSavedFiles(({ files }) => setFile(files.find(({ id }) => id === fileId) ?? null))
    return () => savedFiles.dispose()
  }, [fileId])
  return file
}
