export async function verify(_values: object): Promise<boolean> {
  return false
}
