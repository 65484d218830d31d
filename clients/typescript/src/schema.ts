/** The messages and services of the schema, as they were generated, for calls of one's own over `client.transport`. */

export * from "./gen/referee/v1/actions_pb.js";
export * from "./gen/referee/v1/cards_pb.js";
export * from "./gen/referee/v1/diagnostics_pb.js";
export * from "./gen/referee/v1/hands_pb.js";
export * from "./gen/referee/v1/record_service_pb.js";
export * from "./gen/referee/v1/records_pb.js";
export * from "./gen/referee/v1/referee_service_pb.js";
export * from "./gen/referee/v1/rounds_pb.js";
export * from "./gen/referee/v1/rule_set_service_pb.js";
export * from "./gen/referee/v1/rule_set_store_service_pb.js";
export * from "./gen/referee/v1/rule_sets_pb.js";
export * from "./gen/referee/v1/verdicts_pb.js";
