/**
 * The keys that the components of the contrib distribution know, for those that agent.yaml and gateway.yaml use: what their own config.schema.yaml (or
 * README, where they have none) listed in versions 0.150 to 0.165. No package here has these components, so a slip in a key shows nowhere else.
 */

/** What may stand at a place: anything, a list of such, a map from any name to such, or just these keys. */
export type Shape = 'any' | { readonly list: Shape } | { readonly every: Shape } | { readonly keys: Readonly<Record<string, Shape>> }

const keys = (names: string, more: Readonly<Record<string, Shape>> = {}): Shape => ({
  keys: { ...Object.fromEntries(names.split(' ').map(name => [name, 'any' as const])), ...more },
})

const RETRY = keys('enabled initial_interval max_interval max_elapsed_time multiplier randomization_factor')
const QUEUE = keys('enabled num_consumers wait_for_result block_on_overflow sizer queue_size storage', {
  batch: keys('flush_timeout min_size max_size sizer partition'),
})
const ACTION = keys('action converted_type default_value from_attribute from_context key pattern value')
const STATEMENTS = keys('conditions context error_mode flatten shared_cache statements')
const DIMENSION = keys('default glob name')
const COUNTED: Shape = { every: keys('conditions description', { attributes: { list: keys('default_value key') } }) }
const POLICY = keys(
  'name type latency numeric_attribute ottl_condition rate_limiting bytes_limiting span_count trace_state and not drop composite',
  {
    string_attribute: keys('cache_max_size enabled_regex_matching invert_match key values'),
    boolean_attribute: keys('invert_match key value'),
    status_code: keys('status_codes'),
    probabilistic: keys('hash_salt sampling_percentage'),
  },
)

export const CONTRIB: Readonly<Record<string, Shape>> = {
  file_storage: keys('directory timeout fsync create_directory directory_permissions', {
    compaction: keys(
      'on_start on_rebound directory max_transaction_size cleanup_on_start rebound_needed_threshold_mib rebound_trigger_threshold_mib check_interval',
    ),
  }),
  bearertokenauth: keys('header scheme token tokens filename file_retry'),
  filter: keys('error_mode log_conditions metric_conditions profile_conditions trace_conditions metrics spans profiles', {
    traces: keys('resource span spanevent'),
    logs: keys('resource log_record include exclude'),
  }),
  transform: keys('error_mode flatten_data', {
    trace_statements: { list: STATEMENTS },
    log_statements: { list: STATEMENTS },
    metric_statements: { list: STATEMENTS },
  }),
  attributes: keys('include exclude', { actions: { list: ACTION } }),
  resource: keys('', { attributes: { list: ACTION } }),
  redaction: keys(
    'allow_all_keys allowed_keys allowed_values blocked_key_patterns blocked_values db_sanitizer hash_function hmac_key ignored_key_patterns ignored_keys redact_all_types summary url_sanitizer',
  ),
  tail_sampling: keys(
    'block_on_overflow decision_wait decision_wait_after_root_received drop_pending_traces_on_shutdown expected_new_traces_per_sec maximum_trace_size_bytes num_traces sample_on_first_match sampling_strategy',
    { decision_cache: keys('sampled_cache_size non_sampled_cache_size'), policies: { list: POLICY } },
  ),
  groupbyattrs: keys('keys'),
  deltatocumulative: keys('max_stale max_streams storage'),
  count: keys('', { spans: COUNTED, spanevents: COUNTED, metrics: COUNTED, datapoints: COUNTED, logs: COUNTED, profiles: COUNTED }),
  spanmetrics: keys(
    'add_resource_attributes aggregation_cardinality_limit aggregation_temporality enable_metrics_sampling_method events exclude_dimensions exemplars include_instrumentation_scope metric_timestamp_cache_size metrics_expiration metrics_flush_interval namespace resource_metrics_cache_size resource_metrics_key_attributes series_expiration',
    {
      dimensions: { list: DIMENSION },
      calls_dimensions: { list: DIMENSION },
      histogram: keys('disable unit', { dimensions: { list: DIMENSION }, explicit: keys('buckets'), exponential: keys('max_size') }),
    },
  ),
  clickhouse: keys(
    'async_insert cluster_name compress connection_params create_schema database endpoint json logs_table_name traces_table_name metrics_tables password profiles_table_name timeout tls ttl username',
    { sending_queue: QUEUE, retry_on_failure: RETRY, table_engine: keys('name params') },
  ),
  file: keys('append compression compression_params create_directory directory_permissions encoding flush_interval format group_by path', {
    rotation: keys('localtime max_backups max_days max_megabytes'),
  }),
}

/** The places in `value` where something stands that `shape` does not know. */
export function strangers(shape: Shape, value: unknown, at: string): string[] {
  if (shape === 'any' || value === null || value === undefined) return []
  if ('list' in shape) {
    return Array.isArray(value) ? value.flatMap((item, k) => strangers(shape.list, item, `${at}[${k}]`)) : [`${at}: no list`]
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${at}: no map`]
  if ('every' in shape) return Object.entries(value).flatMap(([key, item]) => strangers(shape.every, item, `${at}.${key}`))
  return Object.entries(value).flatMap(([key, item]) => {
    const inner = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined
    return inner === undefined ? [`${at}.${key}`] : strangers(inner, item, `${at}.${key}`)
  })
}
