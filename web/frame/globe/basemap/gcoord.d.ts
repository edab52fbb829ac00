/**
 * The types of the gcoord package describe a build other than the one that Node and Vite load, so the module is
 * declared here.
 */
declare module 'gcoord' {
  type Crs = 'WGS84' | 'GCJ02'
  type Point = [lng: number, lat: number]
  const gcoord: {
    readonly WGS84: 'WGS84'
    readonly GCJ02: 'GCJ02'
    transform(point: Point, from: Crs, to: Crs): Point
  }
  export default gcoord
}
