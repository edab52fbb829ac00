const key = 'token'

export function readToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeToken(token: string) {
  localStorage.setItem(key, token)
}

export function removeToken() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where storage is refused there is no token either.
  }
}
