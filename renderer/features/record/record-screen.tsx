import { useApp } from '../../store/create-store.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { RecordSheet } from './record-sheet.tsx'
import { RecordingView } from './recording-view.tsx'

interface RecordScreenProps {
  readonly documentId: string
  readonly target: RecordTarget
}

/** One process, one sheet: before the start the choices, then the recording, then what it became. */
export function RecordScreen({ documentId, target }: RecordScreenProps) {
  const jobId = useApp((state) => selectRecordView(documentId)(state).jobId)
  return jobId === null ? (
    <RecordSheet documentId={documentId} target={target} />
  ) : (
    <RecordingView documentId={documentId} target={target} jobId={jobId} />
  )
}
