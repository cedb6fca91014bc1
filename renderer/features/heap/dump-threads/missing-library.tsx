import { FolderOpen } from 'lucide-react'
import type { AppError } from '../../../../shared/base/errors.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { reportAs } from '../../../commands/page-actions.ts'
import { appStore } from '../../../store/create-store.ts'
import type { HeapTarget } from '../../../store/navigation-slice.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { heapLabels } from '../heap-labels.ts'

/** A dump whose runtime isn't installed here. The person may know where its debugging library is: main asks, in a dialog of the system. */
export function MissingLibrary({ target, error }: { readonly target: HeapTarget; readonly error: AppError }) {
  return (
    <ErrorState
      isCentred
      error={error}
      title={heapLabels.threads.couldntRead(target.name)}
      action={
        <Button icon={FolderOpen} data-testid="dump-choose-library" onClick={() => openWithLibrary(target)}>
          {heapLabels.threads.chooseDebuggingLibrary}
        </Button>
      }
    />
  )
}

/** In place of the document that lacked it. */
function openWithLibrary({ path, documentId }: HeapTarget): void {
  background(
    invoke('heaps.openWithLibrary', { path }).then((opened) => {
      if (opened === null) return
      const { closeDocument, openHeap } = appStore.getState()
      openHeap(opened)
      closeDocument(documentId)
    }),
    'heaps.openWithLibrary',
    reportAs(heapLabels.threads.couldntOpen),
  )
}
