package dev.referee.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
 * stands. An illegal close or play is an answer and not an error.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RefereeServiceGrpc {

  private RefereeServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "referee.v1.RefereeService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.EvaluateHandRequest,
      dev.referee.v1.EvaluateHandResponse> getEvaluateHandMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "EvaluateHand",
      requestType = dev.referee.v1.EvaluateHandRequest.class,
      responseType = dev.referee.v1.EvaluateHandResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.EvaluateHandRequest,
      dev.referee.v1.EvaluateHandResponse> getEvaluateHandMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.EvaluateHandRequest, dev.referee.v1.EvaluateHandResponse> getEvaluateHandMethod;
    if ((getEvaluateHandMethod = RefereeServiceGrpc.getEvaluateHandMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getEvaluateHandMethod = RefereeServiceGrpc.getEvaluateHandMethod) == null) {
          RefereeServiceGrpc.getEvaluateHandMethod = getEvaluateHandMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.EvaluateHandRequest, dev.referee.v1.EvaluateHandResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "EvaluateHand"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.EvaluateHandRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.EvaluateHandResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("EvaluateHand"))
              .build();
        }
      }
    }
    return getEvaluateHandMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.BatchEvaluateHandsRequest,
      dev.referee.v1.BatchEvaluateHandsResponse> getBatchEvaluateHandsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "BatchEvaluateHands",
      requestType = dev.referee.v1.BatchEvaluateHandsRequest.class,
      responseType = dev.referee.v1.BatchEvaluateHandsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.BatchEvaluateHandsRequest,
      dev.referee.v1.BatchEvaluateHandsResponse> getBatchEvaluateHandsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.BatchEvaluateHandsRequest, dev.referee.v1.BatchEvaluateHandsResponse> getBatchEvaluateHandsMethod;
    if ((getBatchEvaluateHandsMethod = RefereeServiceGrpc.getBatchEvaluateHandsMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getBatchEvaluateHandsMethod = RefereeServiceGrpc.getBatchEvaluateHandsMethod) == null) {
          RefereeServiceGrpc.getBatchEvaluateHandsMethod = getBatchEvaluateHandsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.BatchEvaluateHandsRequest, dev.referee.v1.BatchEvaluateHandsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "BatchEvaluateHands"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.BatchEvaluateHandsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.BatchEvaluateHandsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("BatchEvaluateHands"))
              .build();
        }
      }
    }
    return getBatchEvaluateHandsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.CheckCloseRequest,
      dev.referee.v1.CheckCloseResponse> getCheckCloseMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CheckClose",
      requestType = dev.referee.v1.CheckCloseRequest.class,
      responseType = dev.referee.v1.CheckCloseResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.CheckCloseRequest,
      dev.referee.v1.CheckCloseResponse> getCheckCloseMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.CheckCloseRequest, dev.referee.v1.CheckCloseResponse> getCheckCloseMethod;
    if ((getCheckCloseMethod = RefereeServiceGrpc.getCheckCloseMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getCheckCloseMethod = RefereeServiceGrpc.getCheckCloseMethod) == null) {
          RefereeServiceGrpc.getCheckCloseMethod = getCheckCloseMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.CheckCloseRequest, dev.referee.v1.CheckCloseResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CheckClose"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CheckCloseRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CheckCloseResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("CheckClose"))
              .build();
        }
      }
    }
    return getCheckCloseMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.BatchCheckClosesRequest,
      dev.referee.v1.BatchCheckClosesResponse> getBatchCheckClosesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "BatchCheckCloses",
      requestType = dev.referee.v1.BatchCheckClosesRequest.class,
      responseType = dev.referee.v1.BatchCheckClosesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.BatchCheckClosesRequest,
      dev.referee.v1.BatchCheckClosesResponse> getBatchCheckClosesMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.BatchCheckClosesRequest, dev.referee.v1.BatchCheckClosesResponse> getBatchCheckClosesMethod;
    if ((getBatchCheckClosesMethod = RefereeServiceGrpc.getBatchCheckClosesMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getBatchCheckClosesMethod = RefereeServiceGrpc.getBatchCheckClosesMethod) == null) {
          RefereeServiceGrpc.getBatchCheckClosesMethod = getBatchCheckClosesMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.BatchCheckClosesRequest, dev.referee.v1.BatchCheckClosesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "BatchCheckCloses"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.BatchCheckClosesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.BatchCheckClosesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("BatchCheckCloses"))
              .build();
        }
      }
    }
    return getBatchCheckClosesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ListLegalActionsRequest,
      dev.referee.v1.ListLegalActionsResponse> getListLegalActionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListLegalActions",
      requestType = dev.referee.v1.ListLegalActionsRequest.class,
      responseType = dev.referee.v1.ListLegalActionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ListLegalActionsRequest,
      dev.referee.v1.ListLegalActionsResponse> getListLegalActionsMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ListLegalActionsRequest, dev.referee.v1.ListLegalActionsResponse> getListLegalActionsMethod;
    if ((getListLegalActionsMethod = RefereeServiceGrpc.getListLegalActionsMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getListLegalActionsMethod = RefereeServiceGrpc.getListLegalActionsMethod) == null) {
          RefereeServiceGrpc.getListLegalActionsMethod = getListLegalActionsMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ListLegalActionsRequest, dev.referee.v1.ListLegalActionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListLegalActions"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListLegalActionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ListLegalActionsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("ListLegalActions"))
              .build();
        }
      }
    }
    return getListLegalActionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.CheckActionRequest,
      dev.referee.v1.CheckActionResponse> getCheckActionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CheckAction",
      requestType = dev.referee.v1.CheckActionRequest.class,
      responseType = dev.referee.v1.CheckActionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.CheckActionRequest,
      dev.referee.v1.CheckActionResponse> getCheckActionMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.CheckActionRequest, dev.referee.v1.CheckActionResponse> getCheckActionMethod;
    if ((getCheckActionMethod = RefereeServiceGrpc.getCheckActionMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getCheckActionMethod = RefereeServiceGrpc.getCheckActionMethod) == null) {
          RefereeServiceGrpc.getCheckActionMethod = getCheckActionMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.CheckActionRequest, dev.referee.v1.CheckActionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CheckAction"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CheckActionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.CheckActionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("CheckAction"))
              .build();
        }
      }
    }
    return getCheckActionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ApplyActionRequest,
      dev.referee.v1.ApplyActionResponse> getApplyActionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ApplyAction",
      requestType = dev.referee.v1.ApplyActionRequest.class,
      responseType = dev.referee.v1.ApplyActionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ApplyActionRequest,
      dev.referee.v1.ApplyActionResponse> getApplyActionMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ApplyActionRequest, dev.referee.v1.ApplyActionResponse> getApplyActionMethod;
    if ((getApplyActionMethod = RefereeServiceGrpc.getApplyActionMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getApplyActionMethod = RefereeServiceGrpc.getApplyActionMethod) == null) {
          RefereeServiceGrpc.getApplyActionMethod = getApplyActionMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ApplyActionRequest, dev.referee.v1.ApplyActionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ApplyAction"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ApplyActionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ApplyActionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("ApplyAction"))
              .build();
        }
      }
    }
    return getApplyActionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.referee.v1.ScoreRoundRequest,
      dev.referee.v1.ScoreRoundResponse> getScoreRoundMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ScoreRound",
      requestType = dev.referee.v1.ScoreRoundRequest.class,
      responseType = dev.referee.v1.ScoreRoundResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.referee.v1.ScoreRoundRequest,
      dev.referee.v1.ScoreRoundResponse> getScoreRoundMethod() {
    io.grpc.MethodDescriptor<dev.referee.v1.ScoreRoundRequest, dev.referee.v1.ScoreRoundResponse> getScoreRoundMethod;
    if ((getScoreRoundMethod = RefereeServiceGrpc.getScoreRoundMethod) == null) {
      synchronized (RefereeServiceGrpc.class) {
        if ((getScoreRoundMethod = RefereeServiceGrpc.getScoreRoundMethod) == null) {
          RefereeServiceGrpc.getScoreRoundMethod = getScoreRoundMethod =
              io.grpc.MethodDescriptor.<dev.referee.v1.ScoreRoundRequest, dev.referee.v1.ScoreRoundResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ScoreRound"))
              .setSafe(true)
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ScoreRoundRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.referee.v1.ScoreRoundResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RefereeServiceMethodDescriptorSupplier("ScoreRound"))
              .build();
        }
      }
    }
    return getScoreRoundMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RefereeServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RefereeServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RefereeServiceStub>() {
        @java.lang.Override
        public RefereeServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RefereeServiceStub(channel, callOptions);
        }
      };
    return RefereeServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RefereeServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RefereeServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RefereeServiceBlockingV2Stub>() {
        @java.lang.Override
        public RefereeServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RefereeServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return RefereeServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RefereeServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RefereeServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RefereeServiceBlockingStub>() {
        @java.lang.Override
        public RefereeServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RefereeServiceBlockingStub(channel, callOptions);
        }
      };
    return RefereeServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RefereeServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RefereeServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RefereeServiceFutureStub>() {
        @java.lang.Override
        public RefereeServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RefereeServiceFutureStub(channel, callOptions);
        }
      };
    return RefereeServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
   * stands. An illegal close or play is an answer and not an error.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Finds the best arrangement of a hand.
     * </pre>
     */
    default void evaluateHand(dev.referee.v1.EvaluateHandRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.EvaluateHandResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getEvaluateHandMethod(), responseObserver);
    }

    /**
     * <pre>
     * Finds the best arrangement of each of many hands of one table.
     * </pre>
     */
    default void batchEvaluateHands(dev.referee.v1.BatchEvaluateHandsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.BatchEvaluateHandsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getBatchEvaluateHandsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Says whether a close is legal, what it is called and what is written; or which clauses it breaks.
     * </pre>
     */
    default void checkClose(dev.referee.v1.CheckCloseRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CheckCloseResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCheckCloseMethod(), responseObserver);
    }

    /**
     * <pre>
     * Says the same of each of many closes of one table.
     * </pre>
     */
    default void batchCheckCloses(dev.referee.v1.BatchCheckClosesRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.BatchCheckClosesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getBatchCheckClosesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists every play that is legal where a game stands.
     * </pre>
     */
    default void listLegalActions(dev.referee.v1.ListLegalActionsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListLegalActionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListLegalActionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Says whether an action is allowed where a game stands; or why it is refused, and what would have been legal.
     * </pre>
     */
    default void checkAction(dev.referee.v1.CheckActionRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CheckActionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCheckActionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Gives the game after an action; or why it is refused, and then nothing has changed.
     * </pre>
     */
    default void applyAction(dev.referee.v1.ApplyActionRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ApplyActionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getApplyActionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Prices a round: what each seat writes and by which clause, how the game goes on, and what another rule set would have made
     * of the same cards.
     * </pre>
     */
    default void scoreRound(dev.referee.v1.ScoreRoundRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ScoreRoundResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getScoreRoundMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RefereeService.
   * <pre>
   * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
   * stands. An illegal close or play is an answer and not an error.
   * </pre>
   */
  public static abstract class RefereeServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RefereeServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RefereeService.
   * <pre>
   * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
   * stands. An illegal close or play is an answer and not an error.
   * </pre>
   */
  public static final class RefereeServiceStub
      extends io.grpc.stub.AbstractAsyncStub<RefereeServiceStub> {
    private RefereeServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RefereeServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RefereeServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the best arrangement of a hand.
     * </pre>
     */
    public void evaluateHand(dev.referee.v1.EvaluateHandRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.EvaluateHandResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getEvaluateHandMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Finds the best arrangement of each of many hands of one table.
     * </pre>
     */
    public void batchEvaluateHands(dev.referee.v1.BatchEvaluateHandsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.BatchEvaluateHandsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getBatchEvaluateHandsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Says whether a close is legal, what it is called and what is written; or which clauses it breaks.
     * </pre>
     */
    public void checkClose(dev.referee.v1.CheckCloseRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CheckCloseResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCheckCloseMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Says the same of each of many closes of one table.
     * </pre>
     */
    public void batchCheckCloses(dev.referee.v1.BatchCheckClosesRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.BatchCheckClosesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getBatchCheckClosesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists every play that is legal where a game stands.
     * </pre>
     */
    public void listLegalActions(dev.referee.v1.ListLegalActionsRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ListLegalActionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListLegalActionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Says whether an action is allowed where a game stands; or why it is refused, and what would have been legal.
     * </pre>
     */
    public void checkAction(dev.referee.v1.CheckActionRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.CheckActionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCheckActionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Gives the game after an action; or why it is refused, and then nothing has changed.
     * </pre>
     */
    public void applyAction(dev.referee.v1.ApplyActionRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ApplyActionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getApplyActionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Prices a round: what each seat writes and by which clause, how the game goes on, and what another rule set would have made
     * of the same cards.
     * </pre>
     */
    public void scoreRound(dev.referee.v1.ScoreRoundRequest request,
        io.grpc.stub.StreamObserver<dev.referee.v1.ScoreRoundResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getScoreRoundMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RefereeService.
   * <pre>
   * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
   * stands. An illegal close or play is an answer and not an error.
   * </pre>
   */
  public static final class RefereeServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RefereeServiceBlockingV2Stub> {
    private RefereeServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RefereeServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RefereeServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the best arrangement of a hand.
     * </pre>
     */
    public dev.referee.v1.EvaluateHandResponse evaluateHand(dev.referee.v1.EvaluateHandRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getEvaluateHandMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the best arrangement of each of many hands of one table.
     * </pre>
     */
    public dev.referee.v1.BatchEvaluateHandsResponse batchEvaluateHands(dev.referee.v1.BatchEvaluateHandsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getBatchEvaluateHandsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Says whether a close is legal, what it is called and what is written; or which clauses it breaks.
     * </pre>
     */
    public dev.referee.v1.CheckCloseResponse checkClose(dev.referee.v1.CheckCloseRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCheckCloseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Says the same of each of many closes of one table.
     * </pre>
     */
    public dev.referee.v1.BatchCheckClosesResponse batchCheckCloses(dev.referee.v1.BatchCheckClosesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getBatchCheckClosesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists every play that is legal where a game stands.
     * </pre>
     */
    public dev.referee.v1.ListLegalActionsResponse listLegalActions(dev.referee.v1.ListLegalActionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListLegalActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Says whether an action is allowed where a game stands; or why it is refused, and what would have been legal.
     * </pre>
     */
    public dev.referee.v1.CheckActionResponse checkAction(dev.referee.v1.CheckActionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCheckActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Gives the game after an action; or why it is refused, and then nothing has changed.
     * </pre>
     */
    public dev.referee.v1.ApplyActionResponse applyAction(dev.referee.v1.ApplyActionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getApplyActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Prices a round: what each seat writes and by which clause, how the game goes on, and what another rule set would have made
     * of the same cards.
     * </pre>
     */
    public dev.referee.v1.ScoreRoundResponse scoreRound(dev.referee.v1.ScoreRoundRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getScoreRoundMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RefereeService.
   * <pre>
   * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
   * stands. An illegal close or play is an answer and not an error.
   * </pre>
   */
  public static final class RefereeServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RefereeServiceBlockingStub> {
    private RefereeServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RefereeServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RefereeServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the best arrangement of a hand.
     * </pre>
     */
    public dev.referee.v1.EvaluateHandResponse evaluateHand(dev.referee.v1.EvaluateHandRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getEvaluateHandMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the best arrangement of each of many hands of one table.
     * </pre>
     */
    public dev.referee.v1.BatchEvaluateHandsResponse batchEvaluateHands(dev.referee.v1.BatchEvaluateHandsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getBatchEvaluateHandsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Says whether a close is legal, what it is called and what is written; or which clauses it breaks.
     * </pre>
     */
    public dev.referee.v1.CheckCloseResponse checkClose(dev.referee.v1.CheckCloseRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCheckCloseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Says the same of each of many closes of one table.
     * </pre>
     */
    public dev.referee.v1.BatchCheckClosesResponse batchCheckCloses(dev.referee.v1.BatchCheckClosesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getBatchCheckClosesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists every play that is legal where a game stands.
     * </pre>
     */
    public dev.referee.v1.ListLegalActionsResponse listLegalActions(dev.referee.v1.ListLegalActionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListLegalActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Says whether an action is allowed where a game stands; or why it is refused, and what would have been legal.
     * </pre>
     */
    public dev.referee.v1.CheckActionResponse checkAction(dev.referee.v1.CheckActionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCheckActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Gives the game after an action; or why it is refused, and then nothing has changed.
     * </pre>
     */
    public dev.referee.v1.ApplyActionResponse applyAction(dev.referee.v1.ApplyActionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getApplyActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Prices a round: what each seat writes and by which clause, how the game goes on, and what another rule set would have made
     * of the same cards.
     * </pre>
     */
    public dev.referee.v1.ScoreRoundResponse scoreRound(dev.referee.v1.ScoreRoundRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getScoreRoundMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RefereeService.
   * <pre>
   * Judges what it is shown. It keeps no state: every request says the rule set, the table and the cards, or where the game
   * stands. An illegal close or play is an answer and not an error.
   * </pre>
   */
  public static final class RefereeServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<RefereeServiceFutureStub> {
    private RefereeServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RefereeServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RefereeServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Finds the best arrangement of a hand.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.EvaluateHandResponse> evaluateHand(
        dev.referee.v1.EvaluateHandRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getEvaluateHandMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Finds the best arrangement of each of many hands of one table.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.BatchEvaluateHandsResponse> batchEvaluateHands(
        dev.referee.v1.BatchEvaluateHandsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getBatchEvaluateHandsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Says whether a close is legal, what it is called and what is written; or which clauses it breaks.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.CheckCloseResponse> checkClose(
        dev.referee.v1.CheckCloseRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCheckCloseMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Says the same of each of many closes of one table.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.BatchCheckClosesResponse> batchCheckCloses(
        dev.referee.v1.BatchCheckClosesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getBatchCheckClosesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists every play that is legal where a game stands.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ListLegalActionsResponse> listLegalActions(
        dev.referee.v1.ListLegalActionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListLegalActionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Says whether an action is allowed where a game stands; or why it is refused, and what would have been legal.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.CheckActionResponse> checkAction(
        dev.referee.v1.CheckActionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCheckActionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Gives the game after an action; or why it is refused, and then nothing has changed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ApplyActionResponse> applyAction(
        dev.referee.v1.ApplyActionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getApplyActionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Prices a round: what each seat writes and by which clause, how the game goes on, and what another rule set would have made
     * of the same cards.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.referee.v1.ScoreRoundResponse> scoreRound(
        dev.referee.v1.ScoreRoundRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getScoreRoundMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_EVALUATE_HAND = 0;
  private static final int METHODID_BATCH_EVALUATE_HANDS = 1;
  private static final int METHODID_CHECK_CLOSE = 2;
  private static final int METHODID_BATCH_CHECK_CLOSES = 3;
  private static final int METHODID_LIST_LEGAL_ACTIONS = 4;
  private static final int METHODID_CHECK_ACTION = 5;
  private static final int METHODID_APPLY_ACTION = 6;
  private static final int METHODID_SCORE_ROUND = 7;

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
        case METHODID_EVALUATE_HAND:
          serviceImpl.evaluateHand((dev.referee.v1.EvaluateHandRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.EvaluateHandResponse>) responseObserver);
          break;
        case METHODID_BATCH_EVALUATE_HANDS:
          serviceImpl.batchEvaluateHands((dev.referee.v1.BatchEvaluateHandsRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.BatchEvaluateHandsResponse>) responseObserver);
          break;
        case METHODID_CHECK_CLOSE:
          serviceImpl.checkClose((dev.referee.v1.CheckCloseRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.CheckCloseResponse>) responseObserver);
          break;
        case METHODID_BATCH_CHECK_CLOSES:
          serviceImpl.batchCheckCloses((dev.referee.v1.BatchCheckClosesRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.BatchCheckClosesResponse>) responseObserver);
          break;
        case METHODID_LIST_LEGAL_ACTIONS:
          serviceImpl.listLegalActions((dev.referee.v1.ListLegalActionsRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ListLegalActionsResponse>) responseObserver);
          break;
        case METHODID_CHECK_ACTION:
          serviceImpl.checkAction((dev.referee.v1.CheckActionRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.CheckActionResponse>) responseObserver);
          break;
        case METHODID_APPLY_ACTION:
          serviceImpl.applyAction((dev.referee.v1.ApplyActionRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ApplyActionResponse>) responseObserver);
          break;
        case METHODID_SCORE_ROUND:
          serviceImpl.scoreRound((dev.referee.v1.ScoreRoundRequest) request,
              (io.grpc.stub.StreamObserver<dev.referee.v1.ScoreRoundResponse>) responseObserver);
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
          getEvaluateHandMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.EvaluateHandRequest,
              dev.referee.v1.EvaluateHandResponse>(
                service, METHODID_EVALUATE_HAND)))
        .addMethod(
          getBatchEvaluateHandsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.BatchEvaluateHandsRequest,
              dev.referee.v1.BatchEvaluateHandsResponse>(
                service, METHODID_BATCH_EVALUATE_HANDS)))
        .addMethod(
          getCheckCloseMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.CheckCloseRequest,
              dev.referee.v1.CheckCloseResponse>(
                service, METHODID_CHECK_CLOSE)))
        .addMethod(
          getBatchCheckClosesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.BatchCheckClosesRequest,
              dev.referee.v1.BatchCheckClosesResponse>(
                service, METHODID_BATCH_CHECK_CLOSES)))
        .addMethod(
          getListLegalActionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ListLegalActionsRequest,
              dev.referee.v1.ListLegalActionsResponse>(
                service, METHODID_LIST_LEGAL_ACTIONS)))
        .addMethod(
          getCheckActionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.CheckActionRequest,
              dev.referee.v1.CheckActionResponse>(
                service, METHODID_CHECK_ACTION)))
        .addMethod(
          getApplyActionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ApplyActionRequest,
              dev.referee.v1.ApplyActionResponse>(
                service, METHODID_APPLY_ACTION)))
        .addMethod(
          getScoreRoundMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.referee.v1.ScoreRoundRequest,
              dev.referee.v1.ScoreRoundResponse>(
                service, METHODID_SCORE_ROUND)))
        .build();
  }

  private static abstract class RefereeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RefereeServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.referee.v1.RefereeServiceOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("RefereeService");
    }
  }

  private static final class RefereeServiceFileDescriptorSupplier
      extends RefereeServiceBaseDescriptorSupplier {
    RefereeServiceFileDescriptorSupplier() {}
  }

  private static final class RefereeServiceMethodDescriptorSupplier
      extends RefereeServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    RefereeServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (RefereeServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new RefereeServiceFileDescriptorSupplier())
              .addMethod(getEvaluateHandMethod())
              .addMethod(getBatchEvaluateHandsMethod())
              .addMethod(getCheckCloseMethod())
              .addMethod(getBatchCheckClosesMethod())
              .addMethod(getListLegalActionsMethod())
              .addMethod(getCheckActionMethod())
              .addMethod(getApplyActionMethod())
              .addMethod(getScoreRoundMethod())
              .build();
        }
      }
    }
    return result;
  }
}
