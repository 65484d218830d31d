package dev.referee.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
 * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
 * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RuleSetStoreServiceGrpc {

  private RuleSetStoreServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "referee.v1.RuleSetStoreService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.CreateRuleSetRequest,
      dev.referee.v1.CreateRuleSetResponse> getCreateRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateRuleSet",
      requestType = dev.referee.v1.CreateRuleSetRequest.class,
      responseType = dev.referee.v1.CreateRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.CreateRuleSetRequest,
      dev.referee.v1.CreateRuleSetResponse> getCreateRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.CreateRuleSetRequest, dev.referee.v1.CreateRuleSetResponse> getCreateRuleSetMethod;
    if ((getCreateRuleSetMethod = RuleSetStoreServiceGrpc.getCreateRuleSetMethod) == null) {
      synchronized (RuleSetStoreServiceGrpc.class) {
        if ((getCreateRuleSetMethod = RuleSetStoreServiceGrpc.getCreateRuleSetMethod) == null) {
          RuleSetStoreServiceGrpc.getCreateRuleSetMethod = getCreateRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.CreateRuleSetRequest, dev.referee.v1.CreateRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateRuleSet"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CreateRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CreateRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetStoreServiceMethodDescriptorSupplier("CreateRuleSet"))
              .build();
        }
      }
    }
    return getCreateRuleSetMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.GetStoredRuleSetRequest,
      dev.referee.v1.GetStoredRuleSetResponse> getGetStoredRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetStoredRuleSet",
      requestType = dev.referee.v1.GetStoredRuleSetRequest.class,
      responseType = dev.referee.v1.GetStoredRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.GetStoredRuleSetRequest,
      dev.referee.v1.GetStoredRuleSetResponse> getGetStoredRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.GetStoredRuleSetRequest, dev.referee.v1.GetStoredRuleSetResponse> getGetStoredRuleSetMethod;
    if ((getGetStoredRuleSetMethod = RuleSetStoreServiceGrpc.getGetStoredRuleSetMethod) == null) {
      synchronized (RuleSetStoreServiceGrpc.class) {
        if ((getGetStoredRuleSetMethod = RuleSetStoreServiceGrpc.getGetStoredRuleSetMethod) == null) {
          RuleSetStoreServiceGrpc.getGetStoredRuleSetMethod = getGetStoredRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.GetStoredRuleSetRequest, dev.referee.v1.GetStoredRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetStoredRuleSet"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.GetStoredRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.GetStoredRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetStoreServiceMethodDescriptorSupplier("GetStoredRuleSet"))
              .build();
        }
      }
    }
    return getGetStoredRuleSetMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ListStoredRuleSetsRequest,
      dev.referee.v1.ListStoredRuleSetsResponse> getListStoredRuleSetsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListStoredRuleSets",
      requestType = dev.referee.v1.ListStoredRuleSetsRequest.class,
      responseType = dev.referee.v1.ListStoredRuleSetsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ListStoredRuleSetsRequest,
      dev.referee.v1.ListStoredRuleSetsResponse> getListStoredRuleSetsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ListStoredRuleSetsRequest, dev.referee.v1.ListStoredRuleSetsResponse> getListStoredRuleSetsMethod;
    if ((getListStoredRuleSetsMethod = RuleSetStoreServiceGrpc.getListStoredRuleSetsMethod) == null) {
      synchronized (RuleSetStoreServiceGrpc.class) {
        if ((getListStoredRuleSetsMethod = RuleSetStoreServiceGrpc.getListStoredRuleSetsMethod) == null) {
          RuleSetStoreServiceGrpc.getListStoredRuleSetsMethod = getListStoredRuleSetsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ListStoredRuleSetsRequest, dev.referee.v1.ListStoredRuleSetsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListStoredRuleSets"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListStoredRuleSetsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListStoredRuleSetsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetStoreServiceMethodDescriptorSupplier("ListStoredRuleSets"))
              .build();
        }
      }
    }
    return getListStoredRuleSetsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ListRuleSetRevisionsRequest,
      dev.referee.v1.ListRuleSetRevisionsResponse> getListRuleSetRevisionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListRuleSetRevisions",
      requestType = dev.referee.v1.ListRuleSetRevisionsRequest.class,
      responseType = dev.referee.v1.ListRuleSetRevisionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ListRuleSetRevisionsRequest,
      dev.referee.v1.ListRuleSetRevisionsResponse> getListRuleSetRevisionsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ListRuleSetRevisionsRequest, dev.referee.v1.ListRuleSetRevisionsResponse> getListRuleSetRevisionsMethod;
    if ((getListRuleSetRevisionsMethod = RuleSetStoreServiceGrpc.getListRuleSetRevisionsMethod) == null) {
      synchronized (RuleSetStoreServiceGrpc.class) {
        if ((getListRuleSetRevisionsMethod = RuleSetStoreServiceGrpc.getListRuleSetRevisionsMethod) == null) {
          RuleSetStoreServiceGrpc.getListRuleSetRevisionsMethod = getListRuleSetRevisionsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ListRuleSetRevisionsRequest, dev.referee.v1.ListRuleSetRevisionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListRuleSetRevisions"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListRuleSetRevisionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListRuleSetRevisionsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetStoreServiceMethodDescriptorSupplier("ListRuleSetRevisions"))
              .build();
        }
      }
    }
    return getListRuleSetRevisionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.DeleteRuleSetRequest,
      dev.referee.v1.DeleteRuleSetResponse> getDeleteRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteRuleSet",
      requestType = dev.referee.v1.DeleteRuleSetRequest.class,
      responseType = dev.referee.v1.DeleteRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.DeleteRuleSetRequest,
      dev.referee.v1.DeleteRuleSetResponse> getDeleteRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.DeleteRuleSetRequest, dev.referee.v1.DeleteRuleSetResponse> getDeleteRuleSetMethod;
    if ((getDeleteRuleSetMethod = RuleSetStoreServiceGrpc.getDeleteRuleSetMethod) == null) {
      synchronized (RuleSetStoreServiceGrpc.class) {
        if ((getDeleteRuleSetMethod = RuleSetStoreServiceGrpc.getDeleteRuleSetMethod) == null) {
          RuleSetStoreServiceGrpc.getDeleteRuleSetMethod = getDeleteRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.DeleteRuleSetRequest, dev.referee.v1.DeleteRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteRuleSet"))
              .setIdempotent(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.DeleteRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.DeleteRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetStoreServiceMethodDescriptorSupplier("DeleteRuleSet"))
              .build();
        }
      }
    }
    return getDeleteRuleSetMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RuleSetStoreServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceStub>() {
        @java.lang.Override
        public RuleSetStoreServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetStoreServiceStub(channel, callOptions);
        }
      };
    return RuleSetStoreServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RuleSetStoreServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceBlockingV2Stub>() {
        @java.lang.Override
        public RuleSetStoreServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetStoreServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return RuleSetStoreServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RuleSetStoreServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceBlockingStub>() {
        @java.lang.Override
        public RuleSetStoreServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetStoreServiceBlockingStub(channel, callOptions);
        }
      };
    return RuleSetStoreServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RuleSetStoreServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetStoreServiceFutureStub>() {
        @java.lang.Override
        public RuleSetStoreServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetStoreServiceFutureStub(channel, callOptions);
        }
      };
    return RuleSetStoreServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
   * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
   * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Keeps a source as the next revision of its name. Nothing is kept of a source with mistakes: the answer then has diagnostics
     * and no rule set.
     * </pre>
     */
    default void createRuleSet(dev.referee.v1.CreateRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CreateRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateRuleSetMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells of one revision.
     * </pre>
     */
    default void getStoredRuleSet(dev.referee.v1.GetStoredRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.GetStoredRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetStoredRuleSetMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the latest revision of every name, by name.
     * </pre>
     */
    default void listStoredRuleSets(dev.referee.v1.ListStoredRuleSetsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListStoredRuleSetsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListStoredRuleSetsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the revisions of one name, the latest first.
     * </pre>
     */
    default void listRuleSetRevisions(dev.referee.v1.ListRuleSetRevisionsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListRuleSetRevisionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListRuleSetRevisionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Takes a name off the lists. Its revisions are still found as "name&#64;2" and by digest, and a later revision of the same name
     * goes on counting.
     * </pre>
     */
    default void deleteRuleSet(dev.referee.v1.DeleteRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.DeleteRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteRuleSetMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RuleSetStoreService.
   * <pre>
   * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
   * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
   * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
   * </pre>
   */
  public static abstract class RuleSetStoreServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RuleSetStoreServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RuleSetStoreService.
   * <pre>
   * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
   * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
   * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
   * </pre>
   */
  public static final class RuleSetStoreServiceStub
      extends io.grpc.stub.AbstractAsyncStub<RuleSetStoreServiceStub> {
    private RuleSetStoreServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetStoreServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetStoreServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Keeps a source as the next revision of its name. Nothing is kept of a source with mistakes: the answer then has diagnostics
     * and no rule set.
     * </pre>
     */
    public void createRuleSet(dev.referee.v1.CreateRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CreateRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateRuleSetMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells of one revision.
     * </pre>
     */
    public void getStoredRuleSet(dev.referee.v1.GetStoredRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.GetStoredRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetStoredRuleSetMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the latest revision of every name, by name.
     * </pre>
     */
    public void listStoredRuleSets(dev.referee.v1.ListStoredRuleSetsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListStoredRuleSetsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListStoredRuleSetsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the revisions of one name, the latest first.
     * </pre>
     */
    public void listRuleSetRevisions(dev.referee.v1.ListRuleSetRevisionsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListRuleSetRevisionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListRuleSetRevisionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Takes a name off the lists. Its revisions are still found as "name&#64;2" and by digest, and a later revision of the same name
     * goes on counting.
     * </pre>
     */
    public void deleteRuleSet(dev.referee.v1.DeleteRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.DeleteRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteRuleSetMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RuleSetStoreService.
   * <pre>
   * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
   * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
   * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
   * </pre>
   */
  public static final class RuleSetStoreServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RuleSetStoreServiceBlockingV2Stub> {
    private RuleSetStoreServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetStoreServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetStoreServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Keeps a source as the next revision of its name. Nothing is kept of a source with mistakes: the answer then has diagnostics
     * and no rule set.
     * </pre>
     */
    public dev.referee.v1.CreateRuleSetResponse createRuleSet(dev.referee.v1.CreateRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells of one revision.
     * </pre>
     */
    public dev.referee.v1.GetStoredRuleSetResponse getStoredRuleSet(dev.referee.v1.GetStoredRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetStoredRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the latest revision of every name, by name.
     * </pre>
     */
    public dev.referee.v1.ListStoredRuleSetsResponse listStoredRuleSets(dev.referee.v1.ListStoredRuleSetsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListStoredRuleSetsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the revisions of one name, the latest first.
     * </pre>
     */
    public dev.referee.v1.ListRuleSetRevisionsResponse listRuleSetRevisions(dev.referee.v1.ListRuleSetRevisionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListRuleSetRevisionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a name off the lists. Its revisions are still found as "name&#64;2" and by digest, and a later revision of the same name
     * goes on counting.
     * </pre>
     */
    public dev.referee.v1.DeleteRuleSetResponse deleteRuleSet(dev.referee.v1.DeleteRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteRuleSetMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RuleSetStoreService.
   * <pre>
   * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
   * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
   * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
   * </pre>
   */
  public static final class RuleSetStoreServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RuleSetStoreServiceBlockingStub> {
    private RuleSetStoreServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetStoreServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetStoreServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Keeps a source as the next revision of its name. Nothing is kept of a source with mistakes: the answer then has diagnostics
     * and no rule set.
     * </pre>
     */
    public dev.referee.v1.CreateRuleSetResponse createRuleSet(dev.referee.v1.CreateRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells of one revision.
     * </pre>
     */
    public dev.referee.v1.GetStoredRuleSetResponse getStoredRuleSet(dev.referee.v1.GetStoredRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetStoredRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the latest revision of every name, by name.
     * </pre>
     */
    public dev.referee.v1.ListStoredRuleSetsResponse listStoredRuleSets(dev.referee.v1.ListStoredRuleSetsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListStoredRuleSetsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the revisions of one name, the latest first.
     * </pre>
     */
    public dev.referee.v1.ListRuleSetRevisionsResponse listRuleSetRevisions(dev.referee.v1.ListRuleSetRevisionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListRuleSetRevisionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a name off the lists. Its revisions are still found as "name&#64;2" and by digest, and a later revision of the same name
     * goes on counting.
     * </pre>
     */
    public dev.referee.v1.DeleteRuleSetResponse deleteRuleSet(dev.referee.v1.DeleteRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteRuleSetMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RuleSetStoreService.
   * <pre>
   * Keeps house rules. What was kept once is found by its digest for as long as the store lasts, so that a game can be judged
   * again years later by the very rules it was played by; a name stands for its latest revision, "name&#64;2" for the second.
   * A server without a store answers every call with FAILED_PRECONDITION, reason NO_STORE.
   * </pre>
   */
  public static final class RuleSetStoreServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<RuleSetStoreServiceFutureStub> {
    private RuleSetStoreServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetStoreServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetStoreServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Keeps a source as the next revision of its name. Nothing is kept of a source with mistakes: the answer then has diagnostics
     * and no rule set.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.CreateRuleSetResponse> createRuleSet(
        dev.referee.v1.CreateRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateRuleSetMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells of one revision.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.GetStoredRuleSetResponse> getStoredRuleSet(
        dev.referee.v1.GetStoredRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetStoredRuleSetMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the latest revision of every name, by name.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ListStoredRuleSetsResponse> listStoredRuleSets(
        dev.referee.v1.ListStoredRuleSetsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListStoredRuleSetsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the revisions of one name, the latest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ListRuleSetRevisionsResponse> listRuleSetRevisions(
        dev.referee.v1.ListRuleSetRevisionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListRuleSetRevisionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Takes a name off the lists. Its revisions are still found as "name&#64;2" and by digest, and a later revision of the same name
     * goes on counting.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.DeleteRuleSetResponse> deleteRuleSet(
        dev.referee.v1.DeleteRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteRuleSetMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_RULE_SET = 0;
  private static final int METHODID_GET_STORED_RULE_SET = 1;
  private static final int METHODID_LIST_STORED_RULE_SETS = 2;
  private static final int METHODID_LIST_RULE_SET_REVISIONS = 3;
  private static final int METHODID_DELETE_RULE_SET = 4;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_CREATE_RULE_SET:
          serviceImpl.createRuleSet((dev.referee.v1.CreateRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.CreateRuleSetResponse>) responseObserver);
          break;
        case METHODID_GET_STORED_RULE_SET:
          serviceImpl.getStoredRuleSet((dev.referee.v1.GetStoredRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.GetStoredRuleSetResponse>) responseObserver);
          break;
        case METHODID_LIST_STORED_RULE_SETS:
          serviceImpl.listStoredRuleSets((dev.referee.v1.ListStoredRuleSetsRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ListStoredRuleSetsResponse>) responseObserver);
          break;
        case METHODID_LIST_RULE_SET_REVISIONS:
          serviceImpl.listRuleSetRevisions((dev.referee.v1.ListRuleSetRevisionsRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ListRuleSetRevisionsResponse>) responseObserver);
          break;
        case METHODID_DELETE_RULE_SET:
          serviceImpl.deleteRuleSet((dev.referee.v1.DeleteRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.DeleteRuleSetResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getCreateRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.CreateRuleSetRequest,
              dev.referee.v1.CreateRuleSetResponse>(
                service, METHODID_CREATE_RULE_SET)))
        .addMethod(
          getGetStoredRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.GetStoredRuleSetRequest,
              dev.referee.v1.GetStoredRuleSetResponse>(
                service, METHODID_GET_STORED_RULE_SET)))
        .addMethod(
          getListStoredRuleSetsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ListStoredRuleSetsRequest,
              dev.referee.v1.ListStoredRuleSetsResponse>(
                service, METHODID_LIST_STORED_RULE_SETS)))
        .addMethod(
          getListRuleSetRevisionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ListRuleSetRevisionsRequest,
              dev.referee.v1.ListRuleSetRevisionsResponse>(
                service, METHODID_LIST_RULE_SET_REVISIONS)))
        .addMethod(
          getDeleteRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.DeleteRuleSetRequest,
              dev.referee.v1.DeleteRuleSetResponse>(
                service, METHODID_DELETE_RULE_SET)))
        .build();
  }

  private static abstract class RuleSetStoreServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RuleSetStoreServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.referee.v1.RuleSetStoreServiceOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("RuleSetStoreService");
    }
  }

  private static final class RuleSetStoreServiceFileDescriptorSupplier
      extends RuleSetStoreServiceBaseDescriptorSupplier {
    RuleSetStoreServiceFileDescriptorSupplier() {}
  }

  private static final class RuleSetStoreServiceMethodDescriptorSupplier
      extends RuleSetStoreServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    RuleSetStoreServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (RuleSetStoreServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new RuleSetStoreServiceFileDescriptorSupplier())
              .addMethod(getCreateRuleSetMethod())
              .addMethod(getGetStoredRuleSetMethod())
              .addMethod(getListStoredRuleSetsMethod())
              .addMethod(getListRuleSetRevisionsMethod())
              .addMethod(getDeleteRuleSetMethod())
              .build();
        }
      }
    }
    return result;
  }
}
