import { BusyText } from '../layout/skeleton.tsx'
import { uiLabels } from '../ui-labels.ts'

/** While the checks run. */
export function Checking() {
  return <BusyText>{uiLabels.checking.checking}</BusyText>
}
