const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS']

/** The method as a label. HEAD counts as GET, and a method that no path serves counts as `other`. */
export function methodLabel(method: string | undefined = ''): string {
  if (method === 'HEAD') return 'GET'
  return METHODS.includes(method) ? method : 'other'
}
