import { Copy, Hash } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ShelfEntry } from '../../../shared/model/shelf.ts'
import { watchShelf } from '../../bridge/watch-shelf.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { copyText } from '../../commands/page-actions.ts'
import { computeChecksum } from './dump-commands.ts'
import styles from './dump-outcome.module.css'

/** SHA-256 of the file as the shelf knows it. */
export function ChecksumRow({ fileId }: { readonly fileId: string | null }) {
  const file = useShelfFile(fileId)
  if (fileId === null) return null
  const sum = file?.sha256 ?? null
  return (
    <div className={styles.checksum}>
      <span className={styles.key}>SHA-256</span>
      {sum === null ? (
        <Button size="small" icon={Hash} onClick={() => computeChecksum(fileId)}>
          Compute
        </Button>
      ) : (
        <>
          <span className={styles.sum} data-testid="dump-sha256">
            {sum}
          </span>
          <IconButton icon={Copy} size="small" label="Copy checksum" onClick={() => copyText(sum, 'Checksum copied')} />
        </>
      )}
    </div>
  )
}

function useShelfFile(fileId: string | null): ShelfEntry | null {
  const [file, setFile] = useState<ShelfEntry | null>(null)
  useEffect(() => {
    if (fileId === null) return undefined
    const shelf = watchShelf(({ files }) => setFile(files.find(({ id }) => id === fileId) ?? null))
    return () => shelf.dispose()
  }, [fileId])
  return file
}
