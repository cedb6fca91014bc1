import { Copy, Hash } from 'lucide-react'
import { useState } from 'react'
import styles from './checksum.module.css'
import { Button } from '../controls/button.tsx'
import { useCopyText } from './copy.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { uiLabels } from '../ui-labels.ts'

interface ChecksumProps {
  /** Reads the whole file; null when that failed, which the caller has told. */
  readonly compute: () => Promise<string | null>
}

/** SHA-256 of a file, computed when somebody wants it: a large file takes its time. */
export function Checksum({ compute }: ChecksumProps) {
  const [sum, setSum] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const copy = useCopyText()
  if (sum !== null)
    return (
      <span className={styles.sum}>
        <span className="mono selectable">{sum}</span>
        <IconButton
          icon={Copy}
          size="small"
          label={uiLabels.checksum.copyChecksum}
          onClick={() => copy(sum, uiLabels.checksum.checksumCopied)}
        />
      </span>
    )
  return (
    <Button
      size="small"
      icon={Hash}
      disabled={isBusy}
      onClick={() => {
        setIsBusy(true)
        void compute().then((found) => {
          setIsBusy(false)
          setSum(found)
        })
      }}
    >
      {isBusy ? uiLabels.checksum.calculating : uiLabels.checksum.sha256}
    </Button>
  )
}
