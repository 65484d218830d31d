package dev.referee.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
 * beyond a bounded cache.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RuleSetServiceGrpc {

  private RuleSetServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "referee.v1.RuleSetService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ListRuleSetsRequest,
      dev.referee.v1.ListRuleSetsResponse> getListRuleSetsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListRuleSets",
      requestType = dev.referee.v1.ListRuleSetsRequest.class,
      responseType = dev.referee.v1.ListRuleSetsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ListRuleSetsRequest,
      dev.referee.v1.ListRuleSetsResponse> getListRuleSetsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ListRuleSetsRequest, dev.referee.v1.ListRuleSetsResponse> getListRuleSetsMethod;
    if ((getListRuleSetsMethod = RuleSetServiceGrpc.getListRuleSetsMethod) == null) {
      synchronized (RuleSetServiceGrpc.class) {
        if ((getListRuleSetsMethod = RuleSetServiceGrpc.getListRuleSetsMethod) == null) {
          RuleSetServiceGrpc.getListRuleSetsMethod = getListRuleSetsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ListRuleSetsRequest, dev.referee.v1.ListRuleSetsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListRuleSets"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListRuleSetsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListRuleSetsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetServiceMethodDescriptorSupplier("ListRuleSets"))
              .build();
        }
      }
    }
    return getListRuleSetsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.GetRuleSetRequest,
      dev.referee.v1.GetRuleSetResponse> getGetRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetRuleSet",
      requestType = dev.referee.v1.GetRuleSetRequest.class,
      responseType = dev.referee.v1.GetRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.GetRuleSetRequest,
      dev.referee.v1.GetRuleSetResponse> getGetRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.GetRuleSetRequest, dev.referee.v1.GetRuleSetResponse> getGetRuleSetMethod;
    if ((getGetRuleSetMethod = RuleSetServiceGrpc.getGetRuleSetMethod) == null) {
      synchronized (RuleSetServiceGrpc.class) {
        if ((getGetRuleSetMethod = RuleSetServiceGrpc.getGetRuleSetMethod) == null) {
          RuleSetServiceGrpc.getGetRuleSetMethod = getGetRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.GetRuleSetRequest, dev.referee.v1.GetRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetRuleSet"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.GetRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.GetRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetServiceMethodDescriptorSupplier("GetRuleSet"))
              .build();
        }
      }
    }
    return getGetRuleSetMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.CheckRuleSetRequest,
      dev.referee.v1.CheckRuleSetResponse> getCheckRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CheckRuleSet",
      requestType = dev.referee.v1.CheckRuleSetRequest.class,
      responseType = dev.referee.v1.CheckRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.CheckRuleSetRequest,
      dev.referee.v1.CheckRuleSetResponse> getCheckRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.CheckRuleSetRequest, dev.referee.v1.CheckRuleSetResponse> getCheckRuleSetMethod;
    if ((getCheckRuleSetMethod = RuleSetServiceGrpc.getCheckRuleSetMethod) == null) {
      synchronized (RuleSetServiceGrpc.class) {
        if ((getCheckRuleSetMethod = RuleSetServiceGrpc.getCheckRuleSetMethod) == null) {
          RuleSetServiceGrpc.getCheckRuleSetMethod = getCheckRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.CheckRuleSetRequest, dev.referee.v1.CheckRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CheckRuleSet"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CheckRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CheckRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetServiceMethodDescriptorSupplier("CheckRuleSet"))
              .build();
        }
      }
    }
    return getCheckRuleSetMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.CompileRuleSetRequest,
      dev.referee.v1.CompileRuleSetResponse> getCompileRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CompileRuleSet",
      requestType = dev.referee.v1.CompileRuleSetRequest.class,
      responseType = dev.referee.v1.CompileRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.CompileRuleSetRequest,
      dev.referee.v1.CompileRuleSetResponse> getCompileRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.CompileRuleSetRequest, dev.referee.v1.CompileRuleSetResponse> getCompileRuleSetMethod;
    if ((getCompileRuleSetMethod = RuleSetServiceGrpc.getCompileRuleSetMethod) == null) {
      synchronized (RuleSetServiceGrpc.class) {
        if ((getCompileRuleSetMethod = RuleSetServiceGrpc.getCompileRuleSetMethod) == null) {
          RuleSetServiceGrpc.getCompileRuleSetMethod = getCompileRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.CompileRuleSetRequest, dev.referee.v1.CompileRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CompileRuleSet"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CompileRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CompileRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetServiceMethodDescriptorSupplier("CompileRuleSet"))
              .build();
        }
      }
    }
    return getCompileRuleSetMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.DescribeRuleSetRequest,
      dev.referee.v1.DescribeRuleSetResponse> getDescribeRuleSetMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DescribeRuleSet",
      requestType = dev.referee.v1.DescribeRuleSetRequest.class,
      responseType = dev.referee.v1.DescribeRuleSetResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.DescribeRuleSetRequest,
      dev.referee.v1.DescribeRuleSetResponse> getDescribeRuleSetMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.DescribeRuleSetRequest, dev.referee.v1.DescribeRuleSetResponse> getDescribeRuleSetMethod;
    if ((getDescribeRuleSetMethod = RuleSetServiceGrpc.getDescribeRuleSetMethod) == null) {
      synchronized (RuleSetServiceGrpc.class) {
        if ((getDescribeRuleSetMethod = RuleSetServiceGrpc.getDescribeRuleSetMethod) == null) {
          RuleSetServiceGrpc.getDescribeRuleSetMethod = getDescribeRuleSetMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.DescribeRuleSetRequest, dev.referee.v1.DescribeRuleSetResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DescribeRuleSet"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.DescribeRuleSetRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.DescribeRuleSetResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RuleSetServiceMethodDescriptorSupplier("DescribeRuleSet"))
              .build();
        }
      }
    }
    return getDescribeRuleSetMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RuleSetServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceStub>() {
        @java.lang.Override
        public RuleSetServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetServiceStub(channel, callOptions);
        }
      };
    return RuleSetServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RuleSetServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceBlockingV2Stub>() {
        @java.lang.Override
        public RuleSetServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return RuleSetServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RuleSetServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceBlockingStub>() {
        @java.lang.Override
        public RuleSetServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetServiceBlockingStub(channel, callOptions);
        }
      };
    return RuleSetServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RuleSetServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RuleSetServiceFutureStub>() {
        @java.lang.Override
        public RuleSetServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RuleSetServiceFutureStub(channel, callOptions);
        }
      };
    return RuleSetServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
   * beyond a bounded cache.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Lists the rule sets the server offers, by name.
     * </pre>
     */
    default void listRuleSets(dev.referee.v1.ListRuleSetsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListRuleSetsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListRuleSetsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells everything about one rule set.
     * </pre>
     */
    default void getRuleSet(dev.referee.v1.GetRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.GetRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetRuleSetMethod(), responseObserver);
    }

    /**
     * <pre>
     * Checks a source and runs its examples. Answers with diagnostics for any bytes whatever.
     * </pre>
     */
    default void checkRuleSet(dev.referee.v1.CheckRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CheckRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCheckRuleSetMethod(), responseObserver);
    }

    /**
     * <pre>
     * Compiles a source and keeps it for a while, so that other calls can name it by its digest. Answers with diagnostics for any
     * bytes whatever; the same bytes give the same answer.
     * </pre>
     */
    default void compileRuleSet(dev.referee.v1.CompileRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CompileRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCompileRuleSetMethod(), responseObserver);
    }

    /**
     * <pre>
     * Prints the rules of one table in one language.
     * </pre>
     */
    default void describeRuleSet(dev.referee.v1.DescribeRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.DescribeRuleSetResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDescribeRuleSetMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RuleSetService.
   * <pre>
   * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
   * beyond a bounded cache.
   * </pre>
   */
  public static abstract class RuleSetServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RuleSetServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RuleSetService.
   * <pre>
   * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
   * beyond a bounded cache.
   * </pre>
   */
  public static final class RuleSetServiceStub
      extends io.grpc.stub.AbstractAsyncStub<RuleSetServiceStub> {
    private RuleSetServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the rule sets the server offers, by name.
     * </pre>
     */
    public void listRuleSets(dev.referee.v1.ListRuleSetsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListRuleSetsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListRuleSetsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells everything about one rule set.
     * </pre>
     */
    public void getRuleSet(dev.referee.v1.GetRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.GetRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetRuleSetMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Checks a source and runs its examples. Answers with diagnostics for any bytes whatever.
     * </pre>
     */
    public void checkRuleSet(dev.referee.v1.CheckRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CheckRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCheckRuleSetMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Compiles a source and keeps it for a while, so that other calls can name it by its digest. Answers with diagnostics for any
     * bytes whatever; the same bytes give the same answer.
     * </pre>
     */
    public void compileRuleSet(dev.referee.v1.CompileRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CompileRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCompileRuleSetMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Prints the rules of one table in one language.
     * </pre>
     */
    public void describeRuleSet(dev.referee.v1.DescribeRuleSetRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.DescribeRuleSetResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDescribeRuleSetMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RuleSetService.
   * <pre>
   * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
   * beyond a bounded cache.
   * </pre>
   */
  public static final class RuleSetServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RuleSetServiceBlockingV2Stub> {
    private RuleSetServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the rule sets the server offers, by name.
     * </pre>
     */
    public dev.referee.v1.ListRuleSetsResponse listRuleSets(dev.referee.v1.ListRuleSetsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListRuleSetsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells everything about one rule set.
     * </pre>
     */
    public dev.referee.v1.GetRuleSetResponse getRuleSet(dev.referee.v1.GetRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Checks a source and runs its examples. Answers with diagnostics for any bytes whatever.
     * </pre>
     */
    public dev.referee.v1.CheckRuleSetResponse checkRuleSet(dev.referee.v1.CheckRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCheckRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Compiles a source and keeps it for a while, so that other calls can name it by its digest. Answers with diagnostics for any
     * bytes whatever; the same bytes give the same answer.
     * </pre>
     */
    public dev.referee.v1.CompileRuleSetResponse compileRuleSet(dev.referee.v1.CompileRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCompileRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Prints the rules of one table in one language.
     * </pre>
     */
    public dev.referee.v1.DescribeRuleSetResponse describeRuleSet(dev.referee.v1.DescribeRuleSetRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDescribeRuleSetMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RuleSetService.
   * <pre>
   * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
   * beyond a bounded cache.
   * </pre>
   */
  public static final class RuleSetServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RuleSetServiceBlockingStub> {
    private RuleSetServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the rule sets the server offers, by name.
     * </pre>
     */
    public dev.referee.v1.ListRuleSetsResponse listRuleSets(dev.referee.v1.ListRuleSetsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListRuleSetsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells everything about one rule set.
     * </pre>
     */
    public dev.referee.v1.GetRuleSetResponse getRuleSet(dev.referee.v1.GetRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Checks a source and runs its examples. Answers with diagnostics for any bytes whatever.
     * </pre>
     */
    public dev.referee.v1.CheckRuleSetResponse checkRuleSet(dev.referee.v1.CheckRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCheckRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Compiles a source and keeps it for a while, so that other calls can name it by its digest. Answers with diagnostics for any
     * bytes whatever; the same bytes give the same answer.
     * </pre>
     */
    public dev.referee.v1.CompileRuleSetResponse compileRuleSet(dev.referee.v1.CompileRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCompileRuleSetMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Prints the rules of one table in one language.
     * </pre>
     */
    public dev.referee.v1.DescribeRuleSetResponse describeRuleSet(dev.referee.v1.DescribeRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDescribeRuleSetMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RuleSetService.
   * <pre>
   * Tells which rule sets there are and what they say, and tells authors what is wrong with theirs. Nothing here keeps state
   * beyond a bounded cache.
   * </pre>
   */
  public static final class RuleSetServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<RuleSetServiceFutureStub> {
    private RuleSetServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RuleSetServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RuleSetServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Lists the rule sets the server offers, by name.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ListRuleSetsResponse> listRuleSets(
        dev.referee.v1.ListRuleSetsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListRuleSetsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells everything about one rule set.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.GetRuleSetResponse> getRuleSet(
        dev.referee.v1.GetRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetRuleSetMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Checks a source and runs its examples. Answers with diagnostics for any bytes whatever.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.CheckRuleSetResponse> checkRuleSet(
        dev.referee.v1.CheckRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCheckRuleSetMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Compiles a source and keeps it for a while, so that other calls can name it by its digest. Answers with diagnostics for any
     * bytes whatever; the same bytes give the same answer.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.CompileRuleSetResponse> compileRuleSet(
        dev.referee.v1.CompileRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCompileRuleSetMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Prints the rules of one table in one language.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.DescribeRuleSetResponse> describeRuleSet(
        dev.referee.v1.DescribeRuleSetRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDescribeRuleSetMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_RULE_SETS = 0;
  private static final int METHODID_GET_RULE_SET = 1;
  private static final int METHODID_CHECK_RULE_SET = 2;
  private static final int METHODID_COMPILE_RULE_SET = 3;
  private static final int METHODID_DESCRIBE_RULE_SET = 4;

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
        case METHODID_LIST_RULE_SETS:
          serviceImpl.listRuleSets((dev.referee.v1.ListRuleSetsRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ListRuleSetsResponse>) responseObserver);
          break;
        case METHODID_GET_RULE_SET:
          serviceImpl.getRuleSet((dev.referee.v1.GetRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.GetRuleSetResponse>) responseObserver);
          break;
        case METHODID_CHECK_RULE_SET:
          serviceImpl.checkRuleSet((dev.referee.v1.CheckRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.CheckRuleSetResponse>) responseObserver);
          break;
        case METHODID_COMPILE_RULE_SET:
          serviceImpl.compileRuleSet((dev.referee.v1.CompileRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.CompileRuleSetResponse>) responseObserver);
          break;
        case METHODID_DESCRIBE_RULE_SET:
          serviceImpl.describeRuleSet((dev.referee.v1.DescribeRuleSetRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.DescribeRuleSetResponse>) responseObserver);
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
          getListRuleSetsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ListRuleSetsRequest,
              dev.referee.v1.ListRuleSetsResponse>(
                service, METHODID_LIST_RULE_SETS)))
        .addMethod(
          getGetRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.GetRuleSetRequest,
              dev.referee.v1.GetRuleSetResponse>(
                service, METHODID_GET_RULE_SET)))
        .addMethod(
          getCheckRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.CheckRuleSetRequest,
              dev.referee.v1.CheckRuleSetResponse>(
                service, METHODID_CHECK_RULE_SET)))
        .addMethod(
          getCompileRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.CompileRuleSetRequest,
              dev.referee.v1.CompileRuleSetResponse>(
                service, METHODID_COMPILE_RULE_SET)))
        .addMethod(
          getDescribeRuleSetMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.DescribeRuleSetRequest,
              dev.referee.v1.DescribeRuleSetResponse>(
                service, METHODID_DESCRIBE_RULE_SET)))
        .build();
  }

  private static abstract class RuleSetServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RuleSetServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.referee.v1.RuleSetServiceOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("RuleSetService");
    }
  }

  private static final class RuleSetServiceFileDescriptorSupplier
      extends RuleSetServiceBaseDescriptorSupplier {
    RuleSetServiceFileDescriptorSupplier() {}
  }

  private static final class RuleSetServiceMethodDescriptorSupplier
      extends RuleSetServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    RuleSetServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (RuleSetServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new RuleSetServiceFileDescriptorSupplier())
              .addMethod(getListRuleSetsMethod())
              .addMethod(getGetRuleSetMethod())
              .addMethod(getCheckRuleSetMethod())
              .addMethod(getCompileRuleSetMethod())
              .addMethod(getDescribeRuleSetMethod())
              .build();
        }
      }
    }
    return result;
  }
}
