import { BusyText } from '../layout/skeleton.tsx'

/** While the checks run. */
export function Checking() {
  return <BusyText>Checking</BusyText>
}
