import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import styles from './frame-part.module.css'
import { appLabels } from '../app-labels.ts'

interface FramePartProps {
  /** For the log and the words. */
  readonly name: string
  /** Its place in the grid of the shell; what lies over everything has none. */
  readonly area?: 'rail' | 'target' | 'tabs' | 'status'
  readonly children: ReactNode
}

/** A part of the frame that throws takes no document with it: in its place is a button that mounts it anew. */
export function FramePart({ name, area, children }: FramePartProps) {
  return (
    <ErrorBoundary
      pane={name}
      renderStopped={(reload) => (
        <div className={styles.stopped} data-lies-over={area === undefined} style={{ gridArea: area }} role="alert">
          <IconButton icon={RotateCcw} label={appLabels.framePart.stoppedReload(name)} onClick={reload} />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
