import { FileArchive } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CompressionFormat } from '../../../shared/model/dump.ts'
import { background, invoke } from '../../bridge/bridge.ts'
import { Button } from '../../ui/controls/button.tsx'
import { compress } from './dump-commands.ts'
import styles from './dump-outcome.module.css'
import { dumpLabels } from './dump-labels.ts'

/** A smaller copy beside it, unpacked again and compared before it is called complete. */
export function CompressRow({ fileId }: { readonly fileId: string | null }) {
  const [formats, setFormats] = useState<readonly CompressionFormat[]>([])
  useEffect(() => {
    background(invoke('dumps.compressionFormats', {}).then(setFormats), 'dumps.compressionFormats')
  }, [])
  if (fileId === null || formats.length === 0) return null
  return (
    <div className={styles.checksum}>
      <span className={styles.key}>{dumpLabels.compressRow.compressedCopy}</span>
      {formats.map((format) => (
        <Button key={format} size="small" icon={FileArchive} onClick={() => compress(fileId, format)}>
          {dumpLabels.compressRow.with(format)}
        </Button>
      ))}
      <span className={styles.hint}>{dumpLabels.compressRow.originalKept}</span>
    </div>
  )
}
