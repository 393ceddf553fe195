export interface PlaceTables {
  time_zones: {
    owner_id: string
    /** null: all places without a time zone of their own. */
    location: string | null
    time_zone: string
  }
}
